/// The uses of each object that is reachable from bodies.
struct ShapeUses {
    /// A property whose value is or contains an object.
    struct Use: Hashable {
        let owner: Int
        let key: String
    }

    /// The objects in the order of reachability from bodies.
    private(set) var order: [Int] = []
    /// The properties that each object is the value of.
    private(set) var uses: [Int: [Use]] = [:]

    /// Finds the objects reachable from bodies.
    ///
    /// - Parameters:
    ///   - roots: The nodes of the bodies.
    ///   - graph: The graph.
    init(roots: [Int], in graph: ShapeGraph) {
        var seen: Set<Int> = []
        var waiting = roots.flatMap { Self.records(in: $0, graph) }[...]
        while let node = waiting.popFirst() {
            guard seen.insert(node).inserted else { continue }
            order.append(node)
            for member in graph[node].members {
                for record in Self.records(in: member.node, graph) {
                    let use = Use(owner: node, key: member.key)
                    if uses[record]?.contains(use) != true { uses[record, default: []].append(use) }
                    waiting.append(record)
                }
            }
        }
    }

    /// The objects in a value: itself, those in its arrays, and those in its maps.
    static func records(in node: Int, _ graph: ShapeGraph) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = []
        var waiting = [graph.find(node)]
        while let node = waiting.popLast() {
            guard seen.insert(node).inserted else { continue }
            if graph[node].isRecord { found.append(node) }
            if let value = graph[node].mapValue { waiting.append(graph.find(value)) }
            if let element = graph[node].element { waiting.append(graph.find(element)) }
        }
        return found
    }
}
