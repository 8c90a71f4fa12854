extension Parameters {
    /// Sets a path parameter to a value encoded with a codec.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - value: The value.
    ///   - codec: The codec.
    public mutating func path<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        setPath(name, codec.parameterText(of: value))
    }

    /// Adds a query parameter encoded with a codec, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The codec.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value {
            addQuery(name, codec.parameterText(of: value))
        }
    }

    /// Adds the elements of an array to the query, each encoded with a codec, unless the array is
    /// nil or empty.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values.
    ///   - codec: The codec of the elements.
    ///   - arrays: The array format; by default the name is repeated.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec,
        arrays: FormArrays = .repeated
    ) {
        if let values { addQuery(name, values.map(codec.parameterText), arrays) }
    }

    /// Sets a header field to a value encoded with a codec, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The codec.
    public mutating func header<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value {
            setHeader(name, codec.parameterText(of: value))
        }
    }
}
