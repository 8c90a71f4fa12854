import SchemaLanguage

/// The order in which entities can be created: each after those that it requires as references.
struct CreationOrder {
    /// The repositories in that order; cycles in schema order.
    let sorted: [CollectionContext]

    /// The names of repositories with those they depend on; all if none is named.
    static func needed(_ names: Set<String>, among contexts: [CollectionContext]) -> Set<String> {
        guard !names.isEmpty else { return Set(contexts.map(\.name)) }
        var needed: Set<String> = []
        var pending = contexts.filter { names.contains($0.name) }
        while let context = pending.popLast() {
            guard needed.insert(context.name).inserted else { continue }
            let references = context.entity.properties.compactMap { property -> String? in
                guard property.presence == .required,
                    case .identity(let entity, _) = property.type.leaf
                else { return nil }
                return entity
            }
            pending += contexts.filter { references.contains($0.entity.head.name) }
        }
        return needed
    }

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
