/// The shapes of all kinds of bodies, in which equal shapes are one: a graph, as a shape may contain itself.
struct ShapeGraph {
    /// A member of the objects of a node.
    struct Member {
        let key: String
        var node: Int
        var presence: Int
        var place: Place
        /// How many of its values were null.
        ///
        /// It is counted here: of a shape that is used in several places it may be
        /// null in one of them alone.
        var nulls: Int
        /// How many values it had.
        var count: Int
    }

    /// What is known of the values of a node.
    struct Node {
        /// The values.
        var values: ShapeNode
        /// The node of the elements of arrays.
        var element: Int?
        /// How many elements were null.
        var elementNulls = 0
        /// The node of the values of a map.
        var mapValue: Int?
        /// How many values of the map were null.
        var mapNulls = 0
        /// The members of objects, in the order in which they were first seen.
        var members: [Member] = []
        /// What the members say of the kinds of objects.
        var tags: [String: TagTable] = [:]
        /// Where its values come from.
        var origins: BodyOrigins = []

        /// Whether its objects have keys that are names.
        var isRecord: Bool { values.objects > 0 && mapValue == nil && !members.isEmpty }
        /// The keys.
        var keys: Set<String> { Set(members.map(\.key)) }
    }

    /// The nodes of the bodies of each kind.
    let roots: [Int]
    private var nodes: [Node] = []
    /// For each node one that it is the same as; itself where it stands for all of them.
    private var parents: [Int] = []

    /// Makes a graph in which nothing is joined yet.
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

    /// The nodes that stand for others, or for themselves.
    var representatives: [Int] { parents.indices.filter { parents[$0] == $0 } }

    /// The node that stands for a node.
    func find(_ node: Int) -> Int {
        var node = node
        while parents[node] != node { node = parents[node] }
        return node
    }

    /// Accesses what is known of a node.
    subscript(node: Int) -> Node { nodes[find(node)] }

    /// Makes two nodes one, and with them those that their members, elements and values are of.
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
        var positions = Dictionary(
            uniqueKeysWithValues: nodes[target].members.enumerated().map { ($1.key, $0) }
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

    /// Takes the keys of a node for data.
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

    /// Shortens the ways from nodes to those that stand for them.
    mutating func compress() {
        for node in parents.indices { parents[node] = find(node) }
    }
}
