import Diagnostics

/// No structure needs itself to be there before it can be there.
struct EndlessValueCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let graph = ContainmentGraph(index) { property, type in
            !property.mayBeAbsent && property.defaultValue == nil && type == type.withoutNull
        }
        var reported: Set<Int> = []
        return index.structures.flatMap { structure -> [Diagnostic] in
            structure.properties.compactMap { property in
                // An identity of such a type is refused as one.
                guard !index.isIdentity(property, of: structure),
                    let component = graph.cycle(through: property, of: structure),
                    reported.insert(component).inserted
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.endlessValue,
                    "'\(structure.heading.name.value)' contains itself through "
                        + "'\(property.name.value)' without an end",
                    at: property.type.range,
                    hint: "let it be absent (`\(property.name.value)?: …`), null, or an array"
                )
            }
        }
    }
}

/// Which structures contain which directly: not through an array or a dictionary, which store their
/// elements elsewhere.
struct ContainmentGraph {
    private let targets: [String: [String]]
    private let components: [String: Int]

    /// Makes the graph of the properties that are of interest.
    init(_ index: SchemaIndex, where isIncluded: (PropertyDeclaration, CheckedType) -> Bool) {
        var targets: [String: [String]] = [:]
        for structure in index.structures {
            targets[structure.heading.name.value, default: []] += structure.properties.compactMap {
                guard let type = index.resolve($0.type), isIncluded($0, type) else { return nil }
                return type.containedStructure
            }
        }
        self.targets = targets
        self.components = StrongComponents.find(
            in: targets,
            order: index.structures.map(\.heading.name.value)
        )
    }

    /// The cycle that a property closes: the number of its component; nil where it closes none.
    func cycle(
        through property: PropertyDeclaration,
        of structure: SchemaIndex.Structure
    ) -> Int? {
        guard case .name(let target, nil) = property.type.unwrapped.form else { return nil }
        let source = structure.heading.name.value
        guard let component = components[source], component == components[target],
            targets[source]?.contains(target) == true
        else { return nil }
        return component
    }
}

extension CheckedType {
    /// The structure that a value of this type holds in itself.
    fileprivate var containedStructure: String? {
        switch withoutNull {
        case .value(let name), .entity(let name): name
        default: nil
        }
    }
}

/// The strongly connected components of a graph, by Tarjan's algorithm without recursion, so that a
/// chain of ten thousand structures does not end the stack.
private enum StrongComponents {
    static func find(in targets: [String: [String]], order: [String]) -> [String: Int] {
        var search = Search(targets: targets)
        for node in order where search.indices[node] == nil { search.visit(node) }
        return search.components
    }

    private struct Search {
        let targets: [String: [String]]
        var indices: [String: Int] = [:]
        var low: [String: Int] = [:]
        var stack: [String] = []
        var onStack: Set<String> = []
        var components: [String: Int] = [:]
        var count = 0

        mutating func visit(_ root: String) {
            var path: [(node: String, next: Int)] = []
            open(root, &path)
            while let (node, next) = path.last {
                let successors = targets[node] ?? []
                guard next < successors.count else {
                    path.removeLast()
                    close(node, parent: path.last?.node)
                    continue
                }
                path[path.count - 1].next += 1
                let successor = successors[next]
                if indices[successor] == nil {
                    open(successor, &path)
                } else if onStack.contains(successor) {
                    low[node] = min(low[node] ?? 0, indices[successor] ?? 0)
                }
            }
        }

        private mutating func open(_ node: String, _ path: inout [(node: String, next: Int)]) {
            indices[node] = indices.count
            low[node] = indices[node]
            stack.append(node)
            onStack.insert(node)
            path.append((node, 0))
        }

        private mutating func close(_ node: String, parent: String?) {
            if let parent { low[parent] = min(low[parent] ?? 0, low[node] ?? 0) }
            guard low[node] == indices[node] else { return }
            while let member = stack.popLast() {
                onStack.remove(member)
                components[member] = count
                if member == node { break }
            }
            count += 1
        }
    }
}
