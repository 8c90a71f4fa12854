// Arrays and objects in the path, in header fields and in cookies: one comma-separated string.
extension Parameters {
    // MARK: - Path

    /// Sets a path parameter to the comma-separated elements of an array.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - values: The values; an empty array is an error, because the result would be another
    ///     path.
    public mutating func path<Value: ParameterValue>(_ name: String, _ values: [Value]) {
        setPath(name, JoinedParts(values.map(\.parameterText)))
    }

    /// Sets a path parameter to the comma-separated elements of an array, each encoded with a
    /// codec.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - values: The values; an empty array is an error, because the result would be another
    ///     path.
    ///   - codec: The codec of the elements.
    public mutating func path<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value],
        using codec: Codec
    ) {
        setPath(name, JoinedParts(values.map(codec.parameterText)))
    }

    /// Sets a path parameter to the properties of an object.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - value: The object, whose properties are scalar; null is left out.
    ///   - objects: `commas` for `red,1,blue,2`, or `exploded` for `red=1,blue=2`.
    public mutating func path(
        _ name: String,
        _ value: some JSONEncodable,
        objects: FormObjects
    ) {
        setPath(name, JoinedParts(value, objects))
    }

    private mutating func setPath(_ name: String, _ parts: JoinedParts?) {
        guard let parts else {
            return note("The path parameter '\(name)' has a value that cannot be encoded.")
        }
        let text = parts.text(encoding: PercentEncoding.encode)
        guard !text.isEmpty else { return note("The path parameter '\(name)' has no value.") }
        pathValues[name] = text
    }

    // MARK: - Headers

    /// Sets a header field to the comma-separated elements of an array; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out, and a value with a comma is an error.
    public mutating func header<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        if let values { setHeader(name, JoinedParts(values.map(\.parameterText))) }
    }

    /// Sets a header field to the comma-separated elements of an array, each encoded with a codec;
    /// an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out, and a value with a comma is an error.
    ///   - codec: The codec of the elements.
    public mutating func header<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec
    ) {
        if let values { setHeader(name, JoinedParts(values.map(codec.parameterText))) }
    }

    /// Sets a header field to the properties of an object, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object, whose properties are scalar; null is left out.
    ///   - objects: `commas` for `red,1,blue,2`, or `exploded` for `red=1,blue=2`.
    public mutating func header<Value: JSONEncodable>(
        _ name: String,
        _ value: Value?,
        objects: FormObjects
    ) {
        if let value { setHeader(name, JoinedParts(value, objects)) }
    }

    private mutating func setHeader(_ name: String, _ parts: JoinedParts?) {
        guard let parts else { return setHeader(name, nil as String?) }
        guard !parts.isEmpty else { return }
        if let problem = parts.plainProblem { return note("The header '\(name)' \(problem)") }
        setHeader(name, parts.text { $0 })
    }

    // MARK: - Cookies

    /// Sets a cookie to the percent-encoded, comma-separated elements of an array; an empty array
    /// is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    public mutating func cookie<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        if let values { setCookie(name, JoinedParts(values.map(\.parameterText))) }
    }

    /// Sets a cookie to the percent-encoded, comma-separated elements of an array, each encoded
    /// with a codec; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    ///   - codec: The codec of the elements.
    public mutating func cookie<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec
    ) {
        if let values { setCookie(name, JoinedParts(values.map(codec.parameterText))) }
    }

    /// Sets a cookie to the percent-encoded properties of an object, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object, whose properties are scalar; null is left out.
    ///   - objects: `commas`, for `red,1,blue,2`.
    public mutating func cookie<Value: JSONEncodable>(
        _ name: String,
        _ value: Value?,
        objects: FormObjects
    ) {
        if let value { setCookie(name, objects == .commas ? JoinedParts(value, objects) : nil) }
    }

    private mutating func setCookie(_ name: String, _ parts: JoinedParts?) {
        guard CookieField.isName(name), let parts else {
            return note("The cookie '\(name)' has a value that cannot be encoded.")
        }
        guard !parts.isEmpty else { return }
        cookies.set(name, encoded: parts.text(encoding: PercentEncoding.encode))
    }
}
