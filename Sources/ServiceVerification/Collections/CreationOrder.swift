import SchemaLanguage

/// The order in which entities can be created: each after those that it must refer to.
struct CreationOrder {
    /// The repositories in that order; those of a ring as the schema has them.
    let sorted: [CollectionContext]

    init(_ contexts: [CollectionContext]) {
        var sorted: [CollectionContext] = []
        var visited: Set<String> = []
        func visit(_ context: CollectionContext) {
            guard visited.insert(context.name).inserted else { return }
            let needed = context.entity.properties.compactMap { property -> String? in
                guard case .identity(let entity, _) = property.type.leaf else { return nil }
                return entity
            }
            for entity in needed {
                for other in contexts where other.entity.head.name == entity { visit(other) }
            }
            sorted.append(context)
        }
        for context in contexts { visit(context) }
        self.sorted = sorted
    }
}
