public import RepositoryRuntime

extension TypedIdentity: Arbitrary where RawValue: Arbitrary {
    /// Makes an identity of any raw value.
    public static func arbitrary(_ values: inout RandomValues) -> TypedIdentity {
        TypedIdentity(rawValue: RawValue.arbitrary(&values))
    }
}
