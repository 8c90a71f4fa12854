extension Parameters {
    /// Sets a placeholder of the path to a value in the form that a codec gives it.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - value: The value.
    ///   - codec: The form.
    public mutating func path<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        setPath(name, codec.parameterText(of: value))
    }

    /// Adds a value to the query in the form that a codec gives it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The form.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        addQuery(name, codec.parameterText(of: value))
    }

    /// Adds a value to the query in the form that a codec gives it, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The form.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value {
            addQuery(name, codec.parameterText(of: value))
        }
    }

    /// Adds the elements of an array to the query in the form that a codec gives them; an empty array is
    /// left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values.
    ///   - codec: The form of an element.
    ///   - arrays: How they are written: the name for each by default.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value],
        using codec: Codec,
        arrays: FormArrays = .repeated
    ) {
        addQuery(name, values.map(codec.parameterText), arrays)
    }

    /// Adds the elements of an array to the query in the form that a codec gives them, unless there is no
    /// array, or nothing in it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values.
    ///   - codec: The form of an element.
    ///   - arrays: How they are written: the name for each by default.
    public mutating func query<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec,
        arrays: FormArrays = .repeated
    ) {
        query(name, values ?? [], using: codec, arrays: arrays)
    }

    /// Sets a header to a value in the form that a codec gives it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The form.
    public mutating func header<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        setHeader(name, codec.parameterText(of: value))
    }

    /// Sets a header to a value in the form that a codec gives it, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The form.
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
