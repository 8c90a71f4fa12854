/// Boxes and the lines between them.
package struct DiagramGraph: Hashable, Sendable {
    /// The boxes, in the order of the schemas.
    package var nodes: [Node]
    /// The lines.
    package var edges: [Edge]
    /// The groups, in the order of the schemas; empty without grouping.
    package var groups: [Group]

    /// Creates a graph.
    package init(nodes: [Node] = [], edges: [Edge] = [], groups: [Group] = []) {
        self.nodes = nodes
        self.edges = edges
        self.groups = groups
    }

    /// A box: a declaration with its properties, cases or operations.
    package struct Node: Hashable, Sendable {
        /// The unique identity; a name for its schema.
        package let id: String
        /// The kind of declaration.
        package let kind: Kind
        /// The name, any text.
        package let name: String
        /// The position of the declaration.
        package let line: SchemaLine
        /// The documentation, any text.
        package let doc: String?
        /// The notes below the name, for example the path of a repository.
        package var notes: [String] = []
        /// The properties, cases or operations.
        package var rows: [Row] = []
        /// The number of omitted rows.
        package var hiddenRows = 0
        /// The number of uses whose lines are omitted.
        package var hiddenUses = 0
        /// The index of its group.
        package var group: Int?
        /// For a stub, the box it refers to; nil for a box.
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
        /// The box of the type; nil if the schema does not declare the type.
        package var target: String?
        /// The position of the declaration.
        package var line: SchemaLine?
    }

    /// A line between two boxes.
    package struct Edge: Hashable, Sendable {
        /// The box at its start.
        package let source: String
        /// The row at its start; nil for the box as a whole.
        package var row: Int?
        /// The box at its end.
        package var target: String
        /// The meaning.
        package let kind: Relation
        /// The number of targets for each source; nil if irrelevant.
        package var multiplicity: Multiplicity?
        /// A label, for example the effect of deleting the target.
        package var label: String?
    }

    /// The meaning of a line between boxes.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        /// The source has the identity of the target.
        case refers
        /// The source contains the target.
        case contains
        /// The source is a repository of the target, or an endpoint that sends or returns it.
        case uses
    }

    /// The number of targets for each source.
    package enum Multiplicity: String, Hashable, Sendable, CaseIterable {
        case one = "1"
        case optional = "0..1"
        case many = "*"
    }

    /// A group of boxes.
    package struct Group: Hashable, Sendable {
        /// The heading, any text.
        package let name: String
        /// The file with the declarations.
        package let line: SchemaLine
    }
}
