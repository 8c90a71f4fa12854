package import Diagnostics

/// The shape of bodies of one kind.
package struct LearnedBodies: Sendable {
    /// The candidate names, the best first.
    var names: [String]
    /// Whether the user has named the type.
    var isNamed = false
    /// The number of bodies.
    package var count: Int
    /// The numbers of their files.
    var files: [Int] = []
    /// Their origins.
    var origins: BodyOrigins = .file
    /// Their shape.
    var tree: ShapeTree
}

/// The results for all bodies.
package struct Learning: Sendable {
    /// The kinds of bodies.
    package var kinds: [LearnedBodies]
    /// The errors in bodies.
    package var diagnostics: [Diagnostic]
    /// The number of bodies read.
    package var count: Int { kinds.reduce(0) { $0 + $1.count } }
}
