public import RepositoryRuntime

extension TypedIdentity: Arbitrary where RawValue: Arbitrary {
    /// Returns an identity with any raw value.
    public static func arbitrary(_ values: inout RandomValues) -> TypedIdentity {
        TypedIdentity(rawValue: RawValue.arbitrary(&values))
    }
}
