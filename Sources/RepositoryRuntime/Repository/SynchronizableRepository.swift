/// A repository on a server that creates many entities at once: POST path/collection.
///
/// The body is an array of drafts, the answer an array in the same order. An element of the answer
/// that is no entity says that this one was not created.
public protocol SynchronizableRepository<Entity>: NetworkingRepository
where Entity: RepositoryRuntime.Entity {}

extension SynchronizableRepository {
    /// Creates entities, some at a time, with POST path/collection.
    ///
    /// - Parameters:
    ///   - drafts: What is to be created.
    ///   - batchSize: How many a request carries; fewer where the service takes fewer.
    /// - Returns: For each draft, in the same order, the entity, or why it was not created; what
    ///   comes behind a request that failed as a whole was not sent.
    public func create(
        all drafts: [Entity.Draft],
        batchSize: Int = 25
    ) async -> [Result<Entity, RepositoryError>] {
        var results: [Result<Entity, RepositoryError>] = []
        var rest = drafts[...]
        let size = max(1, min(batchSize, conventions.batch.limit ?? batchSize))
        while !rest.isEmpty {
            let batch = Array(rest.prefix(size))
            do throws(RepositoryError) {
                results += try await create(batch: batch)
            } catch {
                return results + rest.map { _ in .failure(error) }
            }
            rest = rest.dropFirst(batch.count)
        }
        return results
    }

    private func create(
        batch: [Entity.Draft]
    ) async throws(RepositoryError) -> [Result<Entity, RepositoryError>] {
        var request = collectionRequest(.createAll)
        let sent = try batch.map { draft throws(RepositoryError) in
            try draft.members(for: request)
        }
        try request.setBody(sent.map { JSON.object($0) })
        let response = try await perform(request)
        let answer = try BatchAnswer(response, to: request)
        return sent.indices.map { index in
            do throws(RepositoryError) {
                var overlay = Overlay(sent[index])
                overlay.put(try answer.members(at: index))
                do throws(JSONError) {
                    return .success(try overlay.entity(Entity.self))
                } catch {
                    throw RepositoryError(unreadable: response, to: request, error)
                }
            } catch {
                var error = error
                error.index = index
                return .failure(error)
            }
        }
    }
}

/// The answer to many creations at once, matched by position.
struct BatchAnswer: Sendable {
    private let elements: [JSON]
    /// The answer to each, where each has one.
    private let answers: [NetworkingResponse]
    private let response: NetworkingResponse
    private let request: NetworkingRequest

    /// Reads an answer.
    ///
    /// - Throws: `RepositoryError` where it is no array.
    init(
        _ response: NetworkingResponse,
        to request: NetworkingRequest
    ) throws(RepositoryError) {
        self.response = response
        self.request = request
        do throws(JSONError) {
            let found = try [JSON](jsonData: response.body)
            if let form = request.form, form.hasRequests {
                let creations = found.map(form.creation)
                (elements, answers) = (creations.map(\.entity), creations.map(\.answer))
            } else {
                (elements, answers) = (found, [])
            }
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// The element at a position; nil behind the last.
    func element(at index: Int) -> JSON? {
        // Else `nil` would be null of JSON.
        guard elements.indices.contains(index) else { return .none }
        return elements[index]
    }

    /// The members of the entity at a position.
    ///
    /// - Throws: `RepositoryError` where there is none, or it is no object.
    func members(at index: Int) throws(RepositoryError) -> [String: JSON] {
        guard let members = element(at: index)?.object else {
            if answers.indices.contains(index), !answers[index].isSuccess {
                throw RepositoryError(status: answers[index], to: request)
            }
            var error = RepositoryError(
                .invalid,
                during: request.operation,
                message: "The server has not created this one of the batch."
            )
            error.response = response
            throw error
        }
        return members
    }
}
