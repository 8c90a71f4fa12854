package import Diagnostics
import SchemaImport

/// The shape of bodies of one kind.
package struct LearnedBodies: Sendable {
    /// The candidate names, the best first.
    var names: [String]
    /// Whether the user has named the type.
    var isNamed = false
    /// The name of the type: that of the user, or one in singular.
    var typeName: String? {
        names.lazy.compactMap { NameTable.typeName(isNamed ? $0 : NounForm.singular($0)) }.first
    }

    /// The name of the type of the objects in an envelope: `Product` for a `ProductList`.
    var itemName: String? {
        typeName.map { $0.hasSuffix("List") ? String($0.dropLast(4)) : $0 }
    }

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
