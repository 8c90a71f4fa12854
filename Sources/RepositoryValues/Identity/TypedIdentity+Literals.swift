// A literal is an identifier if its raw value supports that literal: `users.find(id: 7)`.

extension TypedIdentity: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
    /// Creates an identity from an integer.
    ///
    /// - Parameter value: The number.
    @inlinable
    public init(integerLiteral value: RawValue.IntegerLiteralType) {
        self.init(RawValue(integerLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
    /// Creates an identity from a string of one Unicode scalar.
    ///
    /// - Parameter value: The string.
    @inlinable
    public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
        self.init(RawValue(unicodeScalarLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Creates an identity from a string of one character.
    ///
    /// - Parameter value: The string.
    @inlinable
    public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
        self.init(RawValue(extendedGraphemeClusterLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
    /// Creates an identity from a string.
    ///
    /// - Parameter value: The string.
    @inlinable
    public init(stringLiteral value: RawValue.StringLiteralType) {
        self.init(RawValue(stringLiteral: value))
    }
}

extension TypedIdentity: ExpressibleByStringInterpolation
where RawValue: ExpressibleByStringInterpolation {
    /// Creates an identity from an interpolated string.
    ///
    /// - Parameter interpolation: The interpolated string.
    @inlinable
    public init(stringInterpolation interpolation: RawValue.StringInterpolation) {
        self.init(RawValue(stringInterpolation: interpolation))
    }
}
