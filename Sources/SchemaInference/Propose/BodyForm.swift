/// The form of a kind's bodies, for naming.
enum BodyForm {
    /// Objects, or arrays of objects.
    case object
    /// Values of several types, which become a union; elements of a top-level array are bodies.
    case mixed
    /// Arrays with elements of several types.
    case list
    /// Values that need no name.
    case plain

    /// Determines the form of bodies; those of a recording are named after their requests.
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
    /// The types of bodies; each element of a top-level array is a body.
    fileprivate var bodyKinds: ShapeNode.Kinds {
        guard root.kinds.contains(.array), let element = root.element else { return root.kinds }
        return root.kinds.subtracting(.array).union(self[element].kinds)
    }
}
