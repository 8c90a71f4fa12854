import SchemaImport

/// Proposes the types of whole bodies, named after the kind of body.
struct BodyTypes {
    /// Proposes the types inside of them.
    private(set) var types: TypeProposer

    init(_ types: TypeProposer) {
        self.types = types
    }

    /// The type of the bodies of a kind.
    ///
    /// - Parameters:
    ///   - root: The node of all of them.
    ///   - kind: The bodies.
    ///   - name: The name of their union; nil if they are not a union.
    /// - Returns: The type.
    mutating func type(of root: Int, _ kind: LearnedBodies, named name: String?) -> ProposedType {
        let key = kind.names.first ?? "Root"
        let form = BodyForm(of: kind)
        guard form != .plain else {
            return types.value(of: root, key: key, owner: "", mayBeInline: false).type
        }
        // The element type of the arrays around them.
        var node = root
        var place = 0
        var areNullable: [Bool] = []
        while kind.tree[place].kinds == .array, form == .object || areNullable.isEmpty,
            let inner = kind.tree[place].element, let element = types.proposer.graph[node].element
        {
            areNullable.append(types.proposer.graph[node].elementNulls > 0)
            (node, place) = (element, inner)
        }
        let found =
            if let name {
                types.union(of: node, key: key, owner: "", named: name)
            } else {
                types.object(node, key, "", "", false)
            }
        let type = areNullable.reversed().reduce(found.type) { type, isNullable in
            .array(isNullable ? type.nullable : type)
        }
        return kind.tree.root.nulls > 0 ? type.nullable : type
    }
}
