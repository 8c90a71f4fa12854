// A literal is an identity where its raw value may be written as one: `users.find(id: 7)`.

extension TypedIdentity: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
    /// Creates an identity of a whole number.
    ///
    /// - Parameter value: The number.
    @inlinable
    public init(integerLiteral value: RawValue.IntegerLiteralType) {
        self.init(RawValue(integerLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
    /// Creates an identity of a text of one scalar.
    ///
    /// - Parameter value: The text.
    @inlinable
    public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
        self.init(RawValue(unicodeScalarLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Creates an identity of a text of one character.
    ///
    /// - Parameter value: The text.
    @inlinable
    public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
        self.init(RawValue(extendedGraphemeClusterLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
    /// Creates an identity of a text.
    ///
    /// - Parameter value: The text.
    @inlinable
    public init(stringLiteral value: RawValue.StringLiteralType) {
        self.init(RawValue(stringLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByStringInterpolation
where RawValue: ExpressibleByStringInterpolation {
    /// Creates an identity of a text with values in it.
    ///
    /// - Parameter interpolation: The text with its values.
    @inlinable
    public init(stringInterpolation interpolation: RawValue.StringInterpolation) {
        self.init(RawValue(stringInterpolation: interpolation))
    }
}
