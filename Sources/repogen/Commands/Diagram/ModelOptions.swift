import ArgumentParser
import SchemaDiagram

/// The options of a model diagram.
struct ModelOptions: ParsableArguments {
    /// How boxes are grouped.
    enum Grouping: String, CaseIterable, ExpressibleByArgument {
        case schema, none
    }

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Draw only these declarations and those near them.", valueName: "name")
    )
    var around: [String] = []

    @Option(
        help: ArgumentHelp(
            "The maximum distance from those declarations, in connecting lines. (default: 1)",
            valueName: "number"
        )
    )
    var depth: Int?

    @Option(
        help: ArgumentHelp(
            "How boxes are grouped into panels.",
            discussion:
                "By default, there are panels if many boxes come from several schemas.",
            valueName: "grouping"
        )
    )
    var group: Grouping?

    @Option(
        help: ArgumentHelp(
            "The maximum number of rows in a box: properties, cases, operations. (default: 12)",
            discussion: "Rows with a line are always shown.",
            valueName: "number"
        )
    )
    var rows: Int?

    @Flag(help: "Include endpoints.")
    var endpoints = false

    /// Whether any of the options is set.
    var isUsed: Bool {
        !around.isEmpty || depth != nil || group != nil || rows != nil || endpoints
    }

    func validate() throws {
        if let depth, depth < 0 {
            throw ValidationError("--depth needs 0 or a positive number, found \(depth)")
        }
        if let rows, rows < 0 {
            throw ValidationError("--rows needs 0 or a positive number, found \(rows)")
        }
        if depth != nil, around.isEmpty {
            throw ValidationError(
                "--depth needs --around, which names the central declaration"
            )
        }
    }

    /// The diagram.
    ///
    /// - Throws: ``ToolError`` if a name is unknown.
    func diagram(of sources: DiagramSources) throws(ToolError) -> Diagram {
        let model = ModelDiagram(of: sources.all, showsEndpoints: endpoints)
        let names = model.names
        for name in around where !names.contains(name) {
            throw sources.unknown(name, among: names)
        }
        var options = ModelDiagram.Options()
        options.rows = rows ?? options.rows
        options.isGrouped = group.map { $0 == .schema }
        return model.diagram(options, around: around, depth: depth ?? 1)
    }
}
