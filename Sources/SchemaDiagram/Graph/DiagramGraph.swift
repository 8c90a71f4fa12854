/// Boxes and the lines between them.
package struct DiagramGraph: Hashable, Sendable {
    /// The boxes, in the order of the schemas.
    package var nodes: [Node]
    /// The lines.
    package var edges: [Edge]
    /// The groups, in the order of the schemas; empty where the boxes are not grouped.
    package var groups: [Group]

    /// Makes a graph.
    package init(nodes: [Node] = [], edges: [Edge] = [], groups: [Group] = []) {
        self.nodes = nodes
        self.edges = edges
        self.groups = groups
    }

    /// A box: a declaration with its properties, cases or operations.
    package struct Node: Hashable, Sendable {
        /// What distinguishes it from the others; a name for the schema it is from.
        package let id: String
        /// What kind of declaration it is.
        package let kind: Kind
        /// The name, any text.
        package let name: String
        /// Where it is declared.
        package let line: SchemaLine
        /// The documentation, any text.
        package let doc: String?
        /// What is said below the name, such as the path of a repository.
        package var notes: [String] = []
        /// The properties, cases or operations.
        package var rows: [Row] = []
        /// How many rows are left out.
        package var hiddenRows = 0
        /// How many declarations use it by lines that are left out.
        package var hiddenUses = 0
        /// The index of its group.
        package var group: Int?
        /// The box whose name it shows elsewhere; nil for a box.
        var standsFor: String?
    }

    /// A kind of declaration.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case repository, entity, value, union, `enum`, scalar, endpoint
    }

    /// A line in a box.
    package struct Row: Hashable, Sendable {
        /// The name, any text.
        package let name: String
        /// The type or the value, any text.
        package var detail: String
        /// The box of the type; nil where the type is none of the schema's.
        package var target: String?
        /// Where it is declared.
        package var line: SchemaLine?
    }

    /// A line between two boxes.
    package struct Edge: Hashable, Sendable {
        /// The box where it begins.
        package let source: String
        /// The row where it begins; nil for the box as a whole.
        package var row: Int?
        /// The box where it ends.
        package var target: String
        /// What it means.
        package let kind: Relation
        /// How many of the target one source has; nil where that says nothing.
        package var multiplicity: Multiplicity?
        /// What else it says, such as what becomes of the source when the target is deleted.
        package var label: String?
    }

    /// What a line between boxes means.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        /// The source has the identity of the target.
        case refers
        /// The source contains the target.
        case contains
        /// The source is a repository of the target, or an endpoint that sends or returns it.
        case uses
    }

    /// How many of the target one source has.
    package enum Multiplicity: String, Hashable, Sendable, CaseIterable {
        case one = "1"
        case optional = "0..1"
        case many = "*"
    }

    /// Boxes that belong together.
    package struct Group: Hashable, Sendable {
        /// The heading, any text.
        package let name: String
        /// Where the boxes are declared.
        package let line: SchemaLine
    }
}
