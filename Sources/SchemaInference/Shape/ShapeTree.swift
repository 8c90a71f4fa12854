/// The shape of bodies: the values found at each path, with counts.
///
/// Shapes form a semilattice: joining is associative and commutative and, except for the counts,
/// idempotent. So bodies can be read in any order and on any number of cores.
struct ShapeTree: Sendable {
    /// The nodes; the first is that of whole bodies.
    private(set) var nodes: [ShapeNode]

    /// Creates an empty shape.
    init(body: Int = 0) {
        nodes = [ShapeNode(place: Place(body: body, ordinal: 0))]
    }

    /// Accesses a node.
    subscript(node: Int) -> ShapeNode {
        get { nodes[node] }
        _modify { yield &nodes[node] }
    }

    /// The node of whole bodies.
    var root: ShapeNode { nodes[0] }

    /// Adds a node.
    ///
    /// - Parameter body: The body of its first occurrence.
    /// - Returns: Its number.
    mutating func makeNode(body: Int) -> Int {
        nodes.append(ShapeNode(place: Place(body: body, ordinal: nodes.count)))
        return nodes.count - 1
    }

    /// The node of the elements of a node's arrays.
    mutating func elementNode(of node: Int, body: Int) -> Int {
        if let element = nodes[node].element { return element }
        let element = makeNode(body: body)
        nodes[node].element = element
        return element
    }

    /// The node of a map's values, which replaces the properties' nodes.
    mutating func makeMap(_ node: Int) {
        guard nodes[node].members.mapValue == nil else { return }
        let members = nodes[node].members.list
        guard let first = members.map({ nodes[$0.node].place }).min() else { return }
        let value = nodes.count
        nodes.append(ShapeNode(place: first))
        let before = self
        for member in members { join(member.node, of: before, into: value) }
        nodes[node].members.becomeMap(of: value)
    }

    /// The node at a path of keys; `[]` is an array element.
    func node(at path: [String]) -> Int? {
        var node = 0
        for part in path {
            let next =
                part == Self.elementPart
                ? nodes[node].element
                : nodes[node].members.mapValue ?? nodes[node].members.member(part)?.node
            guard let next else { return nil }
            node = next
        }
        return node
    }

    /// The path component for array elements.
    static let elementPart = "[]"

    /// The shape below a node.
    func subtree(at node: Int) -> ShapeTree {
        var tree = ShapeTree(body: nodes[node].place.body)
        tree.join(node, of: self, into: 0)
        return tree
    }

    /// The shape of objects with one property.
    init(objects: Int, key: String, presence: Int, value: ShapeTree) {
        self.init()
        nodes[0].objects = objects
        nodes.append(ShapeNode(place: Place(body: 0, ordinal: 1)))
        join(0, of: value, into: 1)
        var key = key
        let position = key.withUTF8 { nodes[0].members.append($0, node: 1) }
        nodes[0].members.count(presence, at: position)
    }

    /// Joins another shape.
    mutating func join(_ other: ShapeTree) {
        join(0, of: other, into: 0)
    }

    /// Joins a node of a tree and everything below it, at any depth.
    private mutating func join(_ source: Int, of other: ShapeTree, into target: Int) {
        // The nodes below a node are joined before its siblings.
        var waiting = [(source: source, target: target)]
        while let (source, target) = waiting.popLast() {
            let from = other.nodes[source]
            nodes[target].joinValues(from)
            if let value = from.members.mapValue {
                waiting.append((value, mapNode(of: target, like: other.nodes[value])))
            } else if let value = nodes[target].members.mapValue {
                waiting += from.members.list.reversed().map { ($0.node, value) }
            } else {
                joinMembers(from.members, of: other, into: target, &waiting)
            }
            if let element = from.element {
                let known = elementNode(of: target, like: other.nodes[element])
                waiting.append((element, known))
            }
        }
    }

    private mutating func elementNode(of node: Int, like other: ShapeNode) -> Int {
        if let element = nodes[node].element { return element }
        nodes.append(ShapeNode(place: other.place))
        nodes[node].element = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func mapNode(of node: Int, like other: ShapeNode) -> Int {
        makeMap(node)
        if let known = nodes[node].members.mapValue { return known }
        nodes.append(ShapeNode(place: other.place))
        nodes[node].members.becomeMap(of: nodes.count - 1)
        return nodes.count - 1
    }

    private mutating func joinMembers(
        _ members: Members,
        of other: ShapeTree,
        into target: Int,
        _ waiting: inout [(source: Int, target: Int)]
    ) {
        var pairs: [(source: Int, target: Int)] = []
        for member in members.list {
            var key = member.key
            let position = key.withUTF8 { bytes in
                if let known = nodes[target].members.position(of: bytes, hint: 0) { return known }
                nodes.append(ShapeNode(place: other.nodes[member.node].place))
                return nodes[target].members.append(bytes, node: nodes.count - 1)
            }
            nodes[target].members.add(member, at: position)
            pairs.append((member.node, nodes[target].members.list[position].node))
        }
        for (key, table) in members.tags {
            nodes[target].members.tags[key, default: TagTable()].join(table)
        }
        if nodes[target].members.list.count > Members.limit {
            for (source, target) in pairs { join(source, of: other, into: target) }
            makeMap(target)
        } else {
            waiting += pairs.reversed()
        }
    }
}
