import SchemaLanguage

/// A function in the mock of an entity repository, as the protocols of the runtime declare it.
struct MockedFunction: Sendable {
    private let doc: String
    private let declaration: String
    /// The type of the result; nil for nothing.
    private let result: String?
    private let stubName: String
    /// The type of the arguments that the stub records.
    private let recorded: String
    private let arguments: String
    /// Whether the result is a sequence of pages, which calls the stub when it is read.
    private var isPaged = false

    /// The entity of an array of pages.
    private var pagedEntity: String { String((result ?? "").dropFirst(2).dropLast(2)) }

    /// Declares the stub.
    ///
    /// ```swift
    /// /// The calls of `findByID`, and their results.
    /// public let findByIDStub = MockFunction<Message.ID, Message>("findByID")
    /// ```
    func declareStub(in block: inout Block, _ access: String) {
        let name = stubName.dropLast("Stub".count)
        let types = "\(recorded), \(result ?? "Void")"
        block.line("/// The calls of `", String(name), "`, and their results.")
        block.line(access, "let \(stubName) = MockFunction<\(types)>(\"\(name)\")")
    }

    /// The function, which calls the stub.
    ///
    /// ```swift
    /// /// Finds the entity with an identity.
    /// public func find(id: Message.ID) async throws(RepositoryError) -> Message {
    ///     try await findByIDStub.call(id)
    /// }
    /// ```
    func function(_ access: String) -> Block {
        if isPaged {
            let body = Self.pages("PageSequence", "self.\(stubName).call(\(arguments))")
            return Block(
                ["/// \(doc)", "\(access)func \(declaration) -> PageSequence<\(pagedEntity)> {"]
                    + body.lines.map { "    \($0)" } + ["}"]
            )
        }
        // As in the protocols: the caller may not need the written entity.
        let attribute = result != nil && !stubName.hasPrefix("find") ? "@discardableResult" : nil
        let head = "\(access)func \(declaration) async throws(RepositoryError)"
        return Block(
            ["/// \(doc)"] + [attribute].compactMap(\.self) + [
                "\(head)\(result.map { " -> \($0)" } ?? "") {",
                "    try await \(stubName).call(\(arguments))",
                "}",
            ]
        )
    }

    /// Makes pages from the result of a stub, called when the first page is requested.
    ///
    /// - Parameters:
    ///   - type: The type of the pages.
    ///   - call: The call of the stub.
    /// - Returns: An expression.
    static func pages(_ type: String, _ call: String) -> Block {
        Block([
            "\(type) { () async throws(RepositoryError) in",
            "    try await \(call).map { .init(elements: $0) }",
            "}",
        ])
    }

    /// The functions of an operation.
    static func functions(
        of operation: CheckedRepository.RemoteOperation,
        on entity: String
    ) -> [MockedFunction] {
        switch operation {
        case .create:
            [
                MockedFunction(
                    doc: "Creates an entity.",
                    declaration: "create(_ draft: \(entity).Draft)",
                    result: entity,
                    stubName: "createStub",
                    recorded: "\(entity).Draft",
                    arguments: "draft"
                )
            ]
        case .read:
            [
                MockedFunction(
                    doc: "Finds the entities that match criteria.",
                    declaration: "find(_ criteria: Criteria)",
                    result: "[\(entity)]",
                    stubName: "findStub",
                    recorded: "Criteria",
                    arguments: "criteria"
                ),
                MockedFunction(
                    doc: "Finds the entity with an identity.",
                    declaration: "find(id: \(entity).ID)",
                    result: entity,
                    stubName: "findByIDStub",
                    recorded: "\(entity).ID",
                    arguments: "id"
                ),
                MockedFunction(
                    doc: "The entities that match criteria, page by page.",
                    declaration: "pages(_ criteria: Criteria, size: Int?)",
                    result: "[[\(entity)]]",
                    stubName: "pagesStub",
                    recorded: "(criteria: Criteria, size: Int?)",
                    arguments: "(criteria, size)",
                    isPaged: true
                ),
            ]
        case .update:
            [
                MockedFunction(
                    doc: "Replaces an entity.",
                    declaration: "update(_ entity: \(entity))",
                    result: entity,
                    stubName: "updateStub",
                    recorded: entity,
                    arguments: "entity"
                )
            ]
        case .patch:
            [
                MockedFunction(
                    doc: "Changes some properties of an entity.",
                    declaration: "patch(id: \(entity).ID, with patch: \(entity).Patch)",
                    result: entity,
                    stubName: "patchStub",
                    recorded: "(id: \(entity).ID, patch: \(entity).Patch)",
                    arguments: "(id, patch)"
                ),
                MockedFunction(
                    doc: "Changes the properties that differ between two states of an entity.",
                    declaration: "patch(_ new: \(entity), from old: \(entity))",
                    result: entity,
                    stubName: "patchFromStub",
                    recorded: "(new: \(entity), old: \(entity))",
                    arguments: "(new, old)"
                ),
            ]
        case .delete:
            [
                MockedFunction(
                    doc: "Deletes the entity with an identity.",
                    declaration: "delete(id: \(entity).ID)",
                    result: nil,
                    stubName: "deleteStub",
                    recorded: "\(entity).ID",
                    arguments: "id"
                )
            ]
        case .synchronize: []
        }
    }
}
