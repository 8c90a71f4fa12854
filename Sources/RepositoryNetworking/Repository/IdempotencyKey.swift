import HTTPTypes

/// What lets a server recognize a write when it comes again.
///
/// Repositories make their requests themselves, and their functions have no place for a key: it goes
/// with the task.
package struct IdempotencyKey: Sendable {
    /// The key of the writes that this task sends.
    @TaskLocal static var current: IdempotencyKey?

    /// The name of the header where the server has none; to it, that says nothing.
    package static let header = "Idempotency-Key"

    /// The name of the header.
    private let header: String
    /// The key.
    let value: String
    /// Whether the server does at most once what it gets with one key.
    private let isHeeded: Bool
    /// Whether a request had it.
    private let isSent = Locked(false)

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - header: The header by which the server does a write at most once; nil where it knows none.
    ///   - value: The key.
    package init(header: String?, value: String) {
        self.header = header ?? Self.header
        self.value = value
        isHeeded = header != nil
    }

    /// The key; nil where no request had it, so that the server cannot know it.
    package var sentValue: String? {
        isSent.withLock { $0 } ? value : nil
    }

    /// Puts the key into a request that is to be sent.
    func put(into request: inout NetworkingRequest) {
        guard let name = HTTPField.Name(header), !request.isSafe else { return }
        // Said outright: by its header, a server that ignores keys would seem to know them.
        request.isIdempotent = request.isIdempotent || isHeeded
        request.head.headerFields[name] = value
        isSent.withLock { $0 = true }
    }

    /// Sends what a body sends with the key.
    package func sending<Value: Sendable>(
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        try await Self.$current.binding(self, body)
    }
}
