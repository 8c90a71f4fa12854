// Arrays and objects in the path, in header fields and in cookies: in one text, with commas between the
// elements.
extension Parameters {
    // MARK: - Path

    /// Sets a placeholder of the path to the elements of an array, with commas between them.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - values: The values; none is an error, because it would make another path.
    public mutating func path<Value: ParameterValue>(_ name: String, _ values: [Value]) {
        setPath(name, JoinedParts(values.map(\.parameterText)))
    }

    /// Sets a placeholder of the path to the raw values of the elements of an array, with commas between
    /// them.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - values: The values; none is an error, because it would make another path.
    public mutating func path<Value: RawRepresentable>(_ name: String, _ values: [Value])
    where Value.RawValue: ParameterValue {
        setPath(name, JoinedParts(values.map(\.rawValue.parameterText)))
    }

    /// Sets a placeholder of the path to the elements of an array in the form that a codec gives them, with
    /// commas between them.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - values: The values; none is an error, because it would make another path.
    ///   - codec: The form of an element.
    public mutating func path<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value],
        using codec: Codec
    ) {
        setPath(name, JoinedParts(values.map(codec.parameterText)))
    }

    /// Sets a placeholder of the path to the properties of an object.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - value: The object, whose properties are single values; those that are null are left out.
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
            return note("The path parameter '\(name)' has a value that cannot be written.")
        }
        let text = parts.text(encoding: PercentEncoding.encode)
        guard !text.isEmpty else { return note("The path parameter '\(name)' has no value.") }
        pathValues[name] = text
    }

    // MARK: - Headers

    /// Sets a header to the elements of an array, with commas between them; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out, and one with a comma is an error.
    public mutating func header<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        if let values { setHeader(name, JoinedParts(values.map(\.parameterText))) }
    }

    /// Sets a header to the raw values of the elements of an array, with commas between them; an empty array
    /// is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out, and one with a comma is an error.
    public mutating func header<Value: RawRepresentable>(_ name: String, _ values: [Value]?)
    where Value.RawValue: ParameterValue {
        header(name, values?.map(\.rawValue))
    }

    /// Sets a header to the elements of an array in the form that a codec gives them, with commas between
    /// them; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out, and one with a comma is an error.
    ///   - codec: The form of an element.
    public mutating func header<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec
    ) {
        if let values { setHeader(name, JoinedParts(values.map(codec.parameterText))) }
    }

    /// Sets a header to the properties of an object, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object, whose properties are single values; those that are null are left out.
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

    /// Sets a cookie to the elements of an array, percent-encoded, with commas between them; an empty array
    /// is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    public mutating func cookie<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        if let values { setCookie(name, JoinedParts(values.map(\.parameterText))) }
    }

    /// Sets a cookie to the raw values of the elements of an array, percent-encoded, with commas between
    /// them; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    public mutating func cookie<Value: RawRepresentable>(_ name: String, _ values: [Value]?)
    where Value.RawValue: ParameterValue {
        cookie(name, values?.map(\.rawValue))
    }

    /// Sets a cookie to the elements of an array in the form that a codec gives them, percent-encoded, with
    /// commas between them; an empty array is left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    ///   - codec: The form of an element.
    public mutating func cookie<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec
    ) {
        if let values { setCookie(name, JoinedParts(values.map(codec.parameterText))) }
    }

    /// Sets a cookie to the properties of an object, percent-encoded, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object, whose properties are single values; those that are null are left out.
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
            return note("The cookie '\(name)' has a value that cannot be written.")
        }
        guard !parts.isEmpty else { return }
        cookies.set(name, encoded: parts.text(encoding: PercentEncoding.encode))
    }
}
