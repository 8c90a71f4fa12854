import Diagnostics

/// One rule, or a few related ones: examines all schemas and reports violations.
///
/// Checks are independent and may run in any order. A check ignores mistakes that another check
/// reports, such as an unknown type.
protocol SchemaCheck: Sendable {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic]
}

extension SchemaIndex {
    /// All checks.
    ///
    /// Deleting a line here removes the check.
    static let checks: [any SchemaCheck] = [
        DeclarationNameCheck(),
        APIReferenceCheck(),
        APIAddressCheck(),
        AuthenticationCheck(),
        TypeNameCheck(),
        ImportCheck(),
        TypePlacementCheck(),
        NullableJSONCheck(),
        IdentityCheck(),
        PropertyNameCheck(),
        ParameterNameCheck(),
        MixinCheck(),
        MixinObjectCheck(),
        DefaultCheck(),
        DateFormatCheck(),
        ReferenceURLCheck(),
        WireTypeCheck(),
        ConstraintCheck(),
        DirectionCheck(),
        InvalidValueCheck(),
        IndexedPropertyCheck(),
        IndexedMemberCheck(),
        EntityIndexCheck(),
        FormerEntityCheck(),
        ListedPropertyCheck(),
        DeletionRuleCheck(),
        InverseCheck(),
        FilePropertyCheck(),
        FormerPropertyCheck(),
        ConformanceCheck(),
        EndlessValueCheck(),
        EnumerationCheck(),
        ScalarCheck(),
        UnionCheck(),
        TaggedUnionCheck(),
        KindUnionCheck(),
        PathCheck(),
        ParameterCheck(),
        ParameterStyleCheck(),
        ParameterSpellingCheck(),
        BodyCheck(),
        MediaCheck(),
        EndpointPagingCheck(),
        ResponseCheck(),
        ResponseHeaderCheck(),
        StatusCheck(),
        EnvelopeCheck(),
        PagePathCheck(),
        EnvironmentCheck(),
        ExampleCheck(),
        PropertyExampleCheck(),
        RepositoryCheck(),
        ChangesCheck(),
        ChangeCursorCheck(),
        ConditionParameterCheck(),
        CreationPathCheck(),
        CreationFormCheck(),
        CreationIdentityCheck(),
        StrategyCheck(),
        KeepCheck(),
        ConventionsCheck(),
        ConventionalParameterCheck(),
        ConstantParameterCheck(),
        ConstantMemberCheck(),
        ResourceTypeCheck(),
        ResourceEnvelopeCheck(),
        ResourceMemberCheck(),
        ResourceIdentityCheck(),
        TombstoneCheck(),
    ]
}
