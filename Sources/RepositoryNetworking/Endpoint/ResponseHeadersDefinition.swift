/// The header fields that the response of an endpoint declares.
///
/// Generated code declares a structure for each endpoint with `responseHeaders:`:
///
///     let response = try await networking.response(to: Endpoint.ListMessages())
///     let headers = try response.headers
///     print(headers.remaining, headers.resetAt)
public protocol ResponseHeadersDefinition: Sendable {
    /// Decodes the header fields.
    ///
    /// - Parameter reader: The reader of the header fields.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if a required one is
    ///   missing, or a value is not of the declared type.
    init(from reader: HeaderReader) throws(RepositoryError)
}

/// The header fields of an endpoint that declares none.
public struct NoResponseHeaders: ResponseHeadersDefinition {
    /// Reads nothing.
    ///
    /// - Parameter reader: Not used.
    public init(from reader: HeaderReader) {}
}
