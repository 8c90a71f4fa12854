import Diagnostics

/// One rule, or a few that belong together: looks at all schemas and reports what breaks it.
///
/// Checks know nothing of one another and may run in any order. What another check reports anyway,
/// such as an unknown type, a check passes over in silence.
protocol SchemaCheck: Sendable {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic]
}

extension SchemaIndex {
    /// All checks.
    ///
    /// A check whose line is deleted here is gone.
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
        EnvironmentCheck(),
        ExampleCheck(),
        PropertyExampleCheck(),
        RepositoryCheck(),
        ChangesCheck(),
        ChangeCursorCheck(),
        ConditionParameterCheck(),
        CreationPathCheck(),
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
