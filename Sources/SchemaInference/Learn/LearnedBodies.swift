package import Diagnostics

/// The shape of the bodies that are of one kind.
package struct LearnedBodies: Sendable {
    /// The names that were suggested for them, the best first.
    var names: [String]
    /// How many there were.
    package var count: Int
    /// The numbers of the files that they are in.
    var files: [Int] = []
    /// Where they come from.
    var origins: BodyOrigins = .file
    /// Their shape.
    var tree: ShapeTree
}

/// What was learned of all bodies.
package struct Learning: Sendable {
    /// The kinds of bodies.
    package var kinds: [LearnedBodies]
    /// The mistakes in bodies.
    package var diagnostics: [Diagnostic]
    /// How many bodies were read.
    package var count: Int { kinds.reduce(0) { $0 + $1.count } }
}
