/// The shapes of all kinds of bodies with equal shapes merged: a graph, as shapes may be recursive.
struct ShapeGraph {
    /// A property of a node's objects.
    struct Member {
        let key: String
        var node: Int
        var presence: Int
        var place: Place
        /// The number of null values.
        ///
        /// It is counted here, as a shape used in several places may be null in only one of them.
        var nulls: Int
        /// The number of values.
        var count: Int
    }

    /// The facts about the values of a node.
    struct Node {
        /// The values.
        var values: ShapeNode
        /// The node of the elements of arrays.
        var element: Int?
        /// The number of null elements.
        var elementNulls = 0
        /// The node of the values of a map.
        var mapValue: Int?
        /// The number of null values in the map.
        var mapNulls = 0
        /// The properties of objects, in the order of first occurrence.
        var members: [Member] = []
        /// The properties of objects by tag.
        var tags: [String: TagTable] = [:]
        /// The origins of its values.
        var origins: BodyOrigins = []

        /// Whether its objects have keys that are names.
        var isRecord: Bool { values.objects > 0 && mapValue == nil && !members.isEmpty }
        /// The keys.
        var keys: Set<String> { Set(members.map(\.key)) }
    }

    /// The nodes of the bodies of each kind.
    let roots: [Int]
    private var nodes: [Node] = []
    /// The representative of each node, possibly itself.
    private var parents: [Int] = []

    /// Creates a graph without merged nodes.
    init(_ kinds: [LearnedBodies]) {
        var roots: [Int] = []
        for kind in kinds {
            let tree = kind.tree
            let start = nodes.count
            roots.append(start)
            for node in tree.nodes {
                let members = node.members.list.map { member in
                    Member(
                        key: member.key,
                        node: start + member.node,
                        presence: member.presence,
                        place: tree[member.node].place,
                        nulls: tree[member.node].nulls,
                        count: tree[member.node].count
                    )
                }
                nodes.append(
                    Node(
                        values: node,
                        element: node.element.map { start + $0 },
                        elementNulls: node.element.map { tree[$0].nulls } ?? 0,
                        mapValue: node.members.mapValue.map { start + $0 },
                        mapNulls: node.members.mapValue.map { tree[$0].nulls } ?? 0,
                        members: members.sorted { $0.place < $1.place },
                        tags: node.members.tags,
                        origins: kind.origins
                    )
                )
            }
        }
        self.roots = roots
        parents = Array(nodes.indices)
    }

    /// The representative nodes.
    var representatives: [Int] { parents.indices.filter { parents[$0] == $0 } }

    /// The representative of a node.
    func find(_ node: Int) -> Int {
        var node = node
        while parents[node] != node { node = parents[node] }
        return node
    }

    /// Accesses the facts about a node.
    subscript(node: Int) -> Node { nodes[find(node)] }

    /// Merges two nodes, together with the nodes of their properties, elements and values.
    mutating func unite(_ one: Int, _ other: Int) {
        var waiting = [(one, other)]
        while let (one, other) = waiting.popLast() {
            let first = min(find(one), find(other))
            let second = max(find(one), find(other))
            guard first != second else { continue }
            parents[second] = first
            let source = nodes[second]
            nodes[second] = Node(values: ShapeNode(place: source.values.place))
            join(source, into: first, &waiting)
        }
    }

    private mutating func join(_ source: Node, into target: Int, _ waiting: inout [(Int, Int)]) {
        nodes[target].values.joinValues(source.values)
        nodes[target].origins.formUnion(source.origins)
        nodes[target].elementNulls += source.elementNulls
        if let element = source.element {
            if let known = nodes[target].element {
                waiting.append((known, element))
            } else {
                nodes[target].element = element
            }
        }
        if source.mapValue != nil || nodes[target].mapValue != nil {
            let all = nodes[target].members.map(\.node) + source.members.map(\.node)
            let values = [nodes[target].mapValue, source.mapValue].compactMap(\.self) + all
            nodes[target].mapValue = values.first
            nodes[target].mapNulls +=
                source.mapNulls
                + (nodes[target].members + source.members).reduce(0) { $0 + $1.nulls }
            nodes[target].members = []
            for value in values.dropFirst() { waiting.append((values[0], value)) }
            return
        }
        // Keys that differ only in bytes are one.
        var positions = Dictionary(
            nodes[target].members.enumerated().map { ($1.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for member in source.members {
            if let position = positions[member.key] {
                waiting.append((nodes[target].members[position].node, member.node))
                nodes[target].members[position].presence += member.presence
                nodes[target].members[position].nulls += member.nulls
                nodes[target].members[position].count += member.count
                let place = nodes[target].members[position].place
                nodes[target].members[position].place = min(place, member.place)
            } else {
                positions[member.key] = nodes[target].members.count
                nodes[target].members.append(member)
            }
        }
        nodes[target].members.sort { $0.place < $1.place }
        for (key, table) in source.tags {
            nodes[target].tags[key, default: TagTable()].join(table)
        }
    }

    /// Treats the keys of a node as data.
    mutating func makeMap(_ node: Int) {
        let node = find(node)
        let values = nodes[node].members.map(\.node)
        guard let first = values.first else { return }
        nodes[node].mapValue = first
        nodes[node].mapNulls = nodes[node].members.reduce(0) { $0 + $1.nulls }
        nodes[node].members = []
        nodes[node].tags = [:]
        for value in values.dropFirst() { unite(first, value) }
    }

    /// Shortens the paths from nodes to their representatives.
    mutating func compress() {
        for node in parents.indices { parents[node] = find(node) }
    }
}
