/// What the bodies of a kind are, apart from what else has their shape.
enum BodyForm {
    /// Objects, or arrays of them.
    case object
    /// Values of several kinds, which become a union; those of an array at the top are bodies.
    case mixed
    /// Arrays in which values of several kinds are.
    case list
    /// What needs no name of its own.
    case plain

    /// Finds the form of bodies; those of a recording are called after their requests, not after themselves.
    init(of kind: LearnedBodies) {
        let tree = kind.tree
        guard !kind.origins.areRecorded else {
            self = .plain
            return
        }
        let bodies = tree.bodyKinds
        if bodies == .array {
            var node = tree.root
            while node.kinds == .array, let element = node.element { node = tree[element] }
            self = node.kinds == .object ? .object : node.kinds.count > 1 ? .list : .plain
        } else {
            self = bodies == .object ? .object : bodies.count > 1 ? .mixed : .plain
        }
    }
}

extension ShapeTree {
    /// The kinds of bodies: of an array at the top, each element is one.
    fileprivate var bodyKinds: ShapeNode.Kinds {
        guard root.kinds.contains(.array), let element = root.element else { return root.kinds }
        return root.kinds.subtracting(.array).union(self[element].kinds)
    }
}
