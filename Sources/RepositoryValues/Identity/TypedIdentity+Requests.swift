extension TypedIdentity: EntityIdentifier where RawValue: EntityIdentifier {
    /// The path component of the raw value.
    @inlinable
    public var pathComponent: String { rawValue.pathComponent }
}

extension TypedIdentity: PathIdentifier where RawValue: PathIdentifier {
    /// Creates an identity from the path component of a raw value.
    ///
    /// - Parameter pathComponent: The component, not percent-encoded. The result is nil if it is
    ///   not an identity.
    @inlinable
    public init?(pathComponent: String) {
        guard let rawValue = RawValue(pathComponent: pathComponent) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity: ParameterValue where RawValue: ParameterValue {
    /// The string form of the raw value in a request.
    @inlinable
    public var parameterText: String? { rawValue.parameterText }
}
