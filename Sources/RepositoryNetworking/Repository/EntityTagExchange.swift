import HTTPTypes

/// The entity tags of one entity that go with requests and come with answers (RFC 9110, 8.8.3).
///
/// Repositories take entities and give them, and their functions have no place for a tag: it goes with
/// the task, as ``IdempotencyKey`` does.
package final class EntityTagExchange: Sendable {
    /// The tags of what this task asks for.
    @TaskLocal static var current: EntityTagExchange?

    /// The version that a write assumes; nil where it assumes none.
    let expected: String?
    private let last = Locked<String?>(nil)

    package init(expecting expected: String? = nil) {
        self.expected = expected
    }

    /// The tag of the last answer; nil where it had none.
    package var received: String? { last.withLock { $0 } }

    /// Puts the tag into a request that changes the entity.
    func put(into request: inout NetworkingRequest) {
        let changes: [ServiceOperation?] = [.update, .patch, .delete]
        guard let expected, changes.contains(request.form?.operation) else { return }
        request.head.headerFields[.ifMatch] = expected
    }

    /// Notes the tag of an answer.
    func note(_ response: NetworkingResponse) {
        guard response.isSuccess else { return }
        last.withLock { $0 = response.entityTag }
    }

    /// Does what a body does with the tags.
    package func exchanging<Value: Sendable>(
        _ body: () async throws(RepositoryError) -> Value
    ) async throws(RepositoryError) -> Value {
        try await Self.$current.binding(self, body)
    }
}

extension NetworkingRequest {
    /// Lets a change be one of the version that an entity has in one of its properties, if any.
    mutating func assumeVersion(of entity: some Entity) throws(RepositoryError) {
        guard head.headerFields[.ifMatch] == nil, let versions = form?.conventions.versions,
            case .member = versions
        else { return }
        head.headerFields[.ifMatch] = versions.tag(of: .object(try entity.members(for: self)))
    }
}

extension NetworkingRequest {
    /// Asks the server itself: what is decided by the answer must not be decided by an older one.
    package mutating func asksAnew() {
        head.headerFields[.cacheControl] = "no-cache"
    }
}

extension NetworkingResponse {
    /// The entity tag, as `If-Match` repeats it; nil where there is none.
    package var entityTag: String? { head.headerFields[.eTag] }
}
