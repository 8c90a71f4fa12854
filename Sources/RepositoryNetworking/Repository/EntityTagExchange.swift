import HTTPTypes

/// The entity tags of one entity in requests and responses (RFC 9110, section 8.8.3), and the age
/// of the responses.
///
/// Repository functions have no parameter for these, so they are task-local, like
/// ``IdempotencyKey``.
package final class EntityTagExchange: Sendable {
    /// The tags for the requests of this task.
    @TaskLocal static var current: EntityTagExchange?

    /// The version that a write expects; nil if it expects none.
    let expected: String?
    private let last = Locked<String?>(nil)
    private let oldest = Locked(0)

    package init(expecting expected: String? = nil) {
        self.expected = expected
    }

    /// The tag of the last response; nil if it had none.
    package var received: String? { last.withLock { $0 } }

    /// The greatest age of a response from a cache, in seconds; 0 if none is from a cache.
    package var age: Int { oldest.withLock { $0 } }

    /// Adds the tag to a request that changes the entity.
    func put(into request: inout NetworkingRequest) {
        let changes: [ServiceOperation?] = [.update, .patch, .delete]
        guard let expected, changes.contains(request.form?.operation) else { return }
        request.head.headerFields[.ifMatch] = expected
    }

    /// Records the tag of a response.
    func note(_ response: NetworkingResponse) {
        guard response.isSuccess else { return }
        last.withLock { $0 = response.entityTag }
        guard let age = response.head.headerFields.ageInSeconds else { return }
        // It is rounded down.
        oldest.withLock { $0 = max($0, age + 1) }
    }

    /// Runs a body with these tags.
    package func exchanging<Value: Sendable>(
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        try await Self.$current.binding(self, body)
    }
}

extension NetworkingRequest {
    /// Makes a change conditional on the version in a property of the entity, if it has one.
    mutating func assumeVersion(of entity: some Entity) throws(RepositoryError) {
        guard head.headerFields[.ifMatch] == nil, let versions = form?.conventions.versions,
            case .member = versions
        else { return }
        head.headerFields[.ifMatch] = versions.tag(of: .object(try entity.members(for: self)))
    }
}

extension NetworkingRequest {
    /// Bypasses caches: a decision must not depend on a stale response.
    package mutating func asksAnew() {
        head.headerFields[.cacheControl] = "no-cache"
    }
}

extension NetworkingResponse {
    /// The entity tag, as sent in `If-Match`; nil if there is none.
    package var entityTag: String? { head.headerFields[.eTag] }
}
