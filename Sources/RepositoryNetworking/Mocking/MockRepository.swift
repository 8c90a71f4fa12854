/// A mock of an entity's repository: it records its calls and returns the results that you set.
///
/// Generated mocks conform to it. It adds a stub, named after the function, for each function of
/// the protocols that the mock conforms to, and implements the function by calling the stub:
///
///     let mock = MessageRepositoryMock()
///     mock.findByIDStub.returns(message)
///     …
///     #expect(mock.findByIDStub.calls == ["42"])
///
/// A function for several entities calls the function for one of them repeatedly, unless the mock
/// implements it itself.
public protocol MockRepository: Repository where Entity: RepositoryValues.Entity {
    /// The recorded calls and the results of all stubs.
    var stubs: MockFunctions { get }
}

extension MockRepository where Self: CreateRepository {
    /// The calls of `create(_:)`, and their results.
    public var createStub: MockFunction<Entity.Draft, Entity> { stubs["create(_:)"] }

    /// Creates an entity.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await createStub.call(draft)
    }
}

extension MockRepository where Self: ReadRepository {
    /// The calls of `find(_:)`, and their results.
    public var findStub: MockFunction<Criteria, [Entity]> { stubs["find(_:)"] }
    /// The calls of `find(id:)`, and their results.
    public var findByIDStub: MockFunction<Entity.ID, Entity> { stubs["find(id:)"] }

    /// Finds the entities that match criteria.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await findStub.call(criteria)
    }

    /// Finds the entity with an identity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await findByIDStub.call(id)
    }
}

extension MockRepository where Self: PagedRepository {
    /// The calls of `pages(_:size:)`, and the entities of each page.
    public var pagesStub: MockFunction<(criteria: Criteria, size: Int?), [[Entity]]> {
        stubs["pages(_:size:)"]
    }

    /// The entities that match criteria, page by page.
    public func pages(_ criteria: Criteria, size: Int?) -> PageSequence<Entity> {
        let stub = pagesStub
        return PageSequence { () async throws(RepositoryError) in
            try await stub.call((criteria, size)).map { .init(elements: $0) }
        }
    }
}

extension MockRepository where Self: UpdateRepository {
    /// The calls of `update(_:)`, and their results.
    public var updateStub: MockFunction<Entity, Entity> { stubs["update(_:)"] }

    /// Replaces an entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await updateStub.call(entity)
    }
}

extension MockRepository where Self: PatchRepository {
    /// The calls of `patch(id:with:)`, and their results.
    public var patchStub: MockFunction<(id: Entity.ID, patch: Entity.Patch), Entity> {
        stubs["patch(id:with:)"]
    }
    /// The calls of `patch(_:from:)`, and their results.
    public var patchFromStub: MockFunction<(new: Entity, old: Entity), Entity> {
        stubs["patch(_:from:)"]
    }

    /// Changes some properties of an entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        try await patchStub.call((id, patch))
    }

    /// Changes the properties that differ between two states of an entity.
    @discardableResult
    public func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity {
        try await patchFromStub.call((new, old))
    }
}

extension MockRepository where Self: DeleteRepository {
    /// The calls of `delete(id:)`, and their results.
    public var deleteStub: MockFunction<Entity.ID, Void> { stubs["delete(id:)"] }

    /// Deletes the entity with an identity.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await deleteStub.call(id)
    }
}
