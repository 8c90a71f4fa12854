import SchemaLanguage

/// The model as a picture: declarations as boxes, and their relations as lines.
package struct ModelDiagram: Sendable {
    /// The limits of a box, and the lines to draw.
    package struct Options: Hashable, Sendable {
        /// The maximum number of rows in a box.
        package var rows = 12
        /// The maximum number of uses of a box whose lines are drawn.
        package var uses = 12
        /// Whether endpoints are included.
        package var showsEndpoints = false
        /// Whether boxes are grouped by schema; nil for grouping if there are many boxes.
        package var isGrouped: Bool?

        /// The defaults.
        package init() {}
    }

    /// The maximum number of boxes without groups, by default.
    package static let ungroupedLimit = 40

    /// All boxes with all rows and lines.
    package let graph: DiagramGraph

    /// Creates the picture of schemas.
    ///
    /// - Parameters:
    ///   - sources: The schemas; shared declarations are drawn once.
    ///   - showsEndpoints: Whether endpoints are included.
    package init(of sources: [DiagramSource], showsEndpoints: Bool = false) {
        var graph = DiagramGraph()
        var known: Set<String> = []
        for source in sources {
            let builder = ModelBoxes(source: source, showsEndpoints: showsEndpoints)
            let part = builder.graph
            let new = Set(part.nodes.map(\.id)).subtracting(known)
            graph.nodes += part.nodes.filter { new.contains($0.id) }
            graph.edges += part.edges.filter { new.contains($0.source) }
            known.formUnion(new)
        }
        self.graph = graph
    }

    /// The names of the boxes.
    package var names: [String] { graph.nodes.map(\.name) }

    /// The diagram of all boxes, or of those around some.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - centers: The names of the central boxes; empty for all boxes.
    ///   - depth: The maximum distance from them, in lines.
    /// - Returns: The diagram.
    package func diagram(
        _ options: Options = Options(),
        around centers: [String] = [],
        depth: Int = 1
    ) -> Diagram {
        var shown = graph
        if !centers.isEmpty {
            let ids = shown.nodes.filter { centers.contains($0.name) }.map(\.id)
            shown = shown.around(Set(ids), depth: depth)
        }
        shown = shown.leavingOutUses(ofMoreThan: options.uses).limitingRows(to: options.rows)
        let files = Set(shown.nodes.map(\.line.path)).count
        let isGrouped =
            options.isGrouped ?? (files > 1 && shown.nodes.count > Self.ungroupedLimit)
        if isGrouped { shown = shown.groupedBySchema() }
        let counts = DiagramGraph.Kind.allCases.compactMap { kind -> String? in
            let count = shown.nodes.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(count == 1 ? kind.noun : kind.nouns)"
        }
        return Diagram(
            title: centers.isEmpty ? "Model" : "Model around \(centers.joined(separator: ", "))",
            description: counts.isEmpty ? "No declarations" : counts.joined(separator: ", "),
            content: .graph(shown)
        )
    }
}

extension DiagramGraph.Kind {
    /// The kind as a noun.
    var noun: String { self == .scalar ? "scalar type" : rawValue }

    /// The kind as a noun in the plural.
    var nouns: String {
        switch self {
        case .repository: "repositories"
        case .entity: "entities"
        case .scalar: "scalar types"
        case .value, .union, .enum, .endpoint: "\(rawValue)s"
        }
    }
}
