/// A repository on a server that creates many entities at once: POST path/collection.
///
/// The body is an array of drafts, the response an array in the same order. If an element is not an
/// entity, its draft was not created. If the response has another order or fewer elements, each
/// element is matched to the draft with the same values.
public protocol SynchronizableRepository<Entity>: NetworkingRepository
where Entity: RepositoryValues.Entity {}

extension SynchronizableRepository {
    /// Creates entities in batches with POST path/collection.
    ///
    /// - Parameters:
    ///   - drafts: The drafts of the entities.
    ///   - batchSize: The number of drafts in a request, limited by that of the service; nil for
    ///     the limit of the service, or 25 if it declares none.
    /// - Returns: For each draft, in the same order, the entity or the error; drafts after a
    ///   request that failed as a whole were not sent.
    public func create(
        all drafts: [Entity.Draft],
        batchSize: Int? = nil
    ) async -> [Result<Entity, RepositoryError>] {
        var results: [Result<Entity, RepositoryError>] = []
        var rest = drafts[...]
        let size = conventions.batch.size(batchSize)
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
        return zip(sent.indices, answer.places(of: sent)).map { index, place in
            do throws(RepositoryError) {
                var overlay = Overlay(sent[index])
                overlay.put(Entity.schema.returned(try answer.members(at: place)))
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
