import SchemaLanguage

/// Translates the references of an entity that have an inverse.
struct RelationsTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let structures: StructureTranslator

    private var names: DeclarationNames { structures.types.names }

    /// A reference with its inverse.
    private struct Relation {
        let inverse: CheckedInverse
        let property: TranslatedProperty
        /// The function in the target.
        let function: SwiftIdentifier
    }

    /// The references of an entity, for the template `Relations`; nil if none has an inverse.
    func translate(_ entity: CheckedEntity) -> RelationsModel? {
        guard entity.properties.contains(where: { $0.inverse != nil }) else { return nil }
        let translated = structures.properties(of: entity)
        let relations = zip(entity.properties, translated).compactMap { property, translated in
            property.inverse.map { inverse in
                var scope = NameScope(.function)
                return Relation(
                    inverse: inverse,
                    property: translated,
                    function: scope.identifier(for: inverse.name)
                )
            }
        }
        let targets = relations.map(\.inverse.target)
        let imports = structures.types.imports(of: targets.map { CheckedType.entity($0) })
        let source = names[entity.head.name]
        return RelationsModel(
            header: headers.header(of: entity.head, .networking, imports),
            name: source,
            functions: Block(paragraphs: relations.map(function)),
            inverses: Block(
                paragraphs: targets.distinct.map { target in
                    let functions = relations.filter { $0.inverse.target == target }
                    return inverses(of: target, functions.map { inverse(of: source, $0) })
                }
            )
        )
    }

    /// The function that follows a reference.
    ///
    /// ```swift
    /// /// Finds the `User` that `author` refers to; throws `.notFound` if missing.
    /// public func author(in repository: some ReadRepository<User>) async throws(RepositoryError) -> User {
    ///     try await repository.find(id: author)
    /// }
    /// ```
    private func function(_ relation: Relation) -> Block {
        let property = relation.property
        let target = names[relation.inverse.target]
        // The parameter would hide a property of its name.
        let name =
            property.name.text == "repository" ? "self.repository" : property.name.name
        let value = name + (property.presence == .optionalNullable ? ".value" : "")
        let isThere = property.presence == .required
        let result = relation.inverse.isList ? "[\(target)]" : target + (isThere ? "" : "?")
        var block = Block()
        let (article, remark) =
            switch (relation.inverse.isList, isThere) {
            case (true, _): ("each", ", in this order")
            case (false, true): ("the", "")
            case (false, false): ("the", ", or nil if there is none")
            }
        block.line(
            "/// Finds ",
            article,
            " ",
            Documentation.code(target),
            " that ",
            property.keyInProse,
            " refers to",
            remark,
            "; throws `.notFound` if missing."
        )
        property.addDeprecation(to: &block)
        block.line(
            access,
            "func ",
            property.name.name,
            "(in repository: some ReadRepository<",
            target,
            ">) async throws(RepositoryError) -> ",
            result,
            " {"
        )
        switch (relation.inverse.isList, isThere) {
        case (true, _):
            block.line("    try await repository.find(ids: ", value, isThere ? ")" : " ?? [])")
        case (false, true):
            block.line("    try await repository.find(id: ", value, ")")
        case (false, false):
            block.line("    guard let id = ", value, " else { return nil }")
            block.line("    return try await repository.find(id: id)")
        }
        block.line("}")
        return block
    }

    /// The functions that find the entities that refer to an entity: all of them, or those that
    /// match a condition.
    ///
    /// ```swift
    /// /// Finds each `Message` that refers to this entity with `author`.
    /// public func messages(
    ///     in repository: some ReadRepository<Message>,
    ///     isolation: isolated (any Actor)? = #isolation,
    ///     limit: Int? = nil,
    ///     orderedBy order: (Message.Fields) -> [Order] = { _ in [] }
    /// ) async throws(RepositoryError) -> [Message] {
    ///     try await repository.find(limit: limit, orderedBy: order) { $0.author == id }
    /// }
    /// ```
    private func inverse(of source: String, _ relation: Relation) -> Block {
        let field = "$0.\(relation.property.name.text)"
        let isReferring = relation.inverse.isList ? "\(field).contains(id)" : "\(field) == id"
        // If the condition had a default, a trailing closure would be the order instead.
        return Block(paragraphs: [
            inverse(of: source, relation, ".", parameter: "", condition: isReferring),
            inverse(
                of: source,
                relation,
                " and matches a condition.",
                parameter:
                    ", where filter: (\(source).Fields) -> \(names.foreign("Condition"))",
                condition: "\(isReferring) && filter($0)"
            ),
        ])
    }

    private func inverse(
        of source: String,
        _ relation: Relation,
        _ remark: String,
        parameter: String,
        condition: String
    ) -> Block {
        let property = relation.property
        var block = Block()
        block.line(
            "/// Finds each ",
            Documentation.code(source),
            " that refers to this entity with ",
            property.keyInProse,
            remark
        )
        property.addDeprecation(to: &block)
        block.line(
            access,
            "func ",
            relation.function.name,
            "(in repository: some ReadRepository<",
            source,
            ">, isolation: isolated (any ",
            names.foreign("Actor"),
            ")? = #isolation, limit: Int? = nil, orderedBy order: (",
            source,
            ".Fields) -> [",
            names.foreign("Order"),
            "] = { _ in [] }",
            parameter,
            ") async throws(RepositoryError) -> [",
            source,
            "] {"
        )
        block.line(
            "    try await repository.find(limit: limit, orderedBy: order) { ",
            condition,
            " }"
        )
        block.line("}")
        return block
    }

    private func inverses(of target: String, _ functions: [Block]) -> Block {
        var block = Block()
        block.line("nonisolated extension ", names[target], " {")
        for line in Block(paragraphs: functions).lines {
            block.line(line.isEmpty ? "" : "    ", line)
        }
        block.line("}")
        return block
    }
}

extension [String] {
    /// The elements, each at its first position.
    fileprivate var distinct: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
