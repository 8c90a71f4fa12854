import HTTPTypes

extension HTTPField.Name {
    /// The field for an ``IdempotencyKey``, as an Internet-Draft of the IETF names it.
    static var idempotencyKey: HTTPField.Name {
        // The name is valid, so the fallback is never used.
        HTTPField.Name(IdempotencyKey.header) ?? .ifNoneMatch
    }
}

/// A key by which a server recognizes a repeated write.
///
/// Repository functions have no parameter for a key, so it is task-local.
package struct IdempotencyKey: Sendable {
    /// The key for the writes of this task.
    @TaskLocal static var current: IdempotencyKey?

    /// The header field to use if the server has none; the server ignores it.
    package static let header = "Idempotency-Key"

    /// The name of the header field.
    private let header: String
    /// The key.
    let value: String
    /// Whether the server executes requests with the same key at most once.
    private let isHeeded: Bool
    /// Whether a request has used it.
    private let isSent = Locked(false)

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - header: The server's header field for idempotency keys; nil if it has none.
    ///   - value: The key.
    package init(header: String?, value: String) {
        self.header = header ?? Self.header
        self.value = value
        isHeeded = header != nil
    }

    /// The key; nil if no request has used it, so that the server cannot know it.
    package var sentValue: String? {
        isSent.withLock { $0 } ? value : nil
    }

    /// Adds the key to a request.
    func put(into request: inout NetworkingRequest) {
        guard let name = HTTPField.Name(header), !request.isSafe else { return }
        // Set explicitly, because the header field alone would mark the request as idempotent even
        // if the server ignores it.
        request.isIdempotent = request.isIdempotent || isHeeded
        request.head.headerFields[name] = value
        isSent.withLock { $0 = true }
    }

    /// Runs a body whose requests use the key.
    package func sending<Value: Sendable>(
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        try await Self.$current.binding(self, body)
    }
}
