package import SchemaLanguage

extension [CheckedEndpoint.Failure] {
    /// The failure that is declared for a status: by itself, by its class, or with all others.
    package func failure(of status: Int) -> CheckedEndpoint.Failure? {
        // They are in this order.
        first { $0.status == status || $0.status == status / 100 || $0.status == nil }
    }
}
