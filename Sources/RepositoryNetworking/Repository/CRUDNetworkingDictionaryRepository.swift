import Foundation

/// A repository on a server with all four operations, for entities that convert from and to
/// dictionaries.
///
/// An entity only needs an identity and these conversions, which suits handwritten types:
///
///     struct Message: Identifiable, DictionaryInitializable, DictionaryRepresentable { … }
///
///     struct MessageRepository: CRUDNetworkingDictionaryRepository {
///         typealias Entity = Message
///         let store: any Networking
///         let path = "messages"
///     }
///
///     let message = try await messages.create(["text": "Here goes a message!!!"])
public protocol CRUDNetworkingDictionaryRepository<Entity>: NetworkingRepository, ReadRepository,
    UpdateRepository, DeleteNetworkingRepository
where Entity: DictionaryInitializable & DictionaryRepresentable {}

extension CRUDNetworkingDictionaryRepository {
    /// Creates an entity with POST.
    ///
    /// - Parameter dictionary: The properties to create it with.
    /// - Returns: The entity: the dictionary, overlaid with the response.
    /// - Throws: `RepositoryError` if it was not created, or the outcome is unknown.
    @discardableResult
    public func create(
        _ dictionary: [String: any Sendable]
    ) async throws(RepositoryError) -> Entity {
        try await write(dictionary, with: collectionRequest(.create))
    }

    /// Creates entities, one after the other.
    ///
    /// - Parameter dictionaries: The properties to create them with.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed one; those before it are
    ///   created.
    @discardableResult
    public func create(
        _ dictionaries: [[String: any Sendable]]
    ) async throws(RepositoryError) -> [Entity] {
        try await dictionaries.mapSequentially { (dictionary) throws(RepositoryError) in
            try await create(dictionary)
        }
    }

    /// Finds entities with GET.
    ///
    /// - Parameter criteria: The filter, order, limit and offset.
    /// - Returns: The entities; may be empty.
    /// - Throws: `RepositoryError` if the request failed.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await ListedEntities.chosen(by: criteria, conventions, of: api) {
            (query) throws(RepositoryError) in try await found(by: query)
        }
    }

    private func found(
        by query: ServiceQuery
    ) async throws(RepositoryError) -> ListedEntities<Entity> {
        var pages = servicePages(of: query)
        var found = ListedEntities<Entity>(query)
        while !found.isDone, let page = try await pages.next() {
            let elements = try elements(of: page)
            found.add(try entities(of: elements, page))
            var content = PageContent()
            for element in elements {
                content.add(element, identityKey: page.request.form?.identityKey ?? "id")
            }
            pages.advance(after: page, content)
        }
        return found
    }

    private func elements(of page: ServicePages.Page) throws(RepositoryError) -> [JSON] {
        do throws(JSONError) {
            return try [JSON](jsonData: page.response.body)
        } catch {
            throw RepositoryError(unreadable: page.response, to: page.request, error)
        }
    }

    private func entities(
        of elements: [JSON],
        _ page: ServicePages.Page
    ) throws(RepositoryError) -> [Entity] {
        var entities: [Entity] = []
        for (index, element) in elements.enumerated()
        where page.request.form?.isTombstone(element) != true {
            do throws(ConversionError) {
                entities.append(try Entity(dictionaryValue: element.any))
            } catch {
                let error = error.prefixed(by: .index(index))
                throw RepositoryError(unreadable: page.response, to: page.request, error)
            }
        }
        return entities
    }

    /// Finds an entity with GET.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        let request = try request(.read, id: id)
        let response = try await perform(request)
        try response.requireBody(for: request)
        return try entity(of: try response.members(for: request) ?? [:], response, request)
    }

    /// Replaces an entity with PUT.
    ///
    /// - Parameter entity: The new state.
    /// - Returns: The entity: the sent state, overlaid with the response.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await update(id: entity.id, with: entity.dictionary)
    }

    /// Replaces an entity with PUT.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - dictionary: The new state.
    /// - Returns: The entity: the sent state, overlaid with the response.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    public func update(
        id: Entity.ID,
        with dictionary: [String: any Sendable]
    ) async throws(RepositoryError) -> Entity {
        try await write(dictionary, with: try request(.update, id: id), id: id)
    }

    private func write(
        _ dictionary: [String: any Sendable],
        with request: NetworkingRequest,
        id: Entity.ID? = nil
    ) async throws(RepositoryError) -> Entity {
        var request = request
        let sent: [String: JSON]
        do {
            sent = try JSON(any: dictionary).object ?? [:]
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The dictionary cannot be encoded as JSON: \(error).",
                cause: error
            )
        }
        try request.setBody(JSON.object(sent))
        if id == nil { try await checkVacancy(for: request) }
        var response = try await perform(request)
        if id == nil {
            try response.checkCreation(of: sent, by: request)
            response = try response.asCreation(of: sent, by: request)
        }
        let received = try response.members(for: request) ?? [:]
        let members = sent.merging(received) { _, new in new }
        let written = try entity(of: members, response, request)
        if let id, written.id != id {
            throw RepositoryError(identityOf: response, to: request)
        }
        return written
    }

    private func entity(
        of members: [String: JSON],
        _ response: NetworkingResponse,
        _ request: NetworkingRequest
    ) throws(RepositoryError) -> Entity {
        do throws(ConversionError) {
            return try Entity(dictionary: members.mapValues(\.any))
        } catch {
            // The response to a creation may contain the identifier in `Location` only.
            let key = error.keyPath.components.first
            if let id = response.createdID(by: request), case .key(let key)? = key,
                members[key] == nil
            {
                for candidate in [.string(id)] + (JSON.Number(id).map { [JSON.number($0)] } ?? []) {
                    let completed = members.merging([key: candidate]) { _, new in new }
                    if let entity = try? Entity(dictionary: completed.mapValues(\.any)),
                        entity.id.pathComponent == id
                    {
                        return entity
                    }
                }
            }
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }
}
