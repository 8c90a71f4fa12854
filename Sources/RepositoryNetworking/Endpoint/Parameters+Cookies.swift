extension Parameters {
    /// Sets a cookie, unless the value is nil.
    ///
    /// All cookies of a request share one field `Cookie`. A value with a character that a cookie
    /// cannot contain, such as a space or a semicolon, is percent-encoded.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func cookie<Value: ParameterValue>(_ name: String, _ value: Value?) {
        if let value { setCookie(name, value.parameterText) }
    }

    /// Sets a cookie to a value encoded with a codec, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The codec.
    public mutating func cookie<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { setCookie(name, codec.parameterText(of: value)) }
    }

    private mutating func setCookie(_ name: String, _ text: String?) {
        guard CookieField.isName(name), let text else {
            return note("The cookie '\(name)' has a value that cannot be encoded.")
        }
        cookies.set(name, text)
    }
}
