package import SchemaLanguage

extension [CheckedEndpoint.Failure] {
    /// The error declared for a status: for the status itself, its class, or all others.
    package func failure(of status: Int) -> CheckedEndpoint.Failure? {
        // In order of precedence.
        first { $0.status == status || $0.status == status / 100 || $0.status == nil }
    }
}
