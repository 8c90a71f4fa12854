import ArgumentParser
import SchemaDiagram

/// What a diagram of the model shows.
struct ModelOptions: ParsableArguments {
    /// By what boxes are grouped.
    enum Grouping: String, CaseIterable, ExpressibleByArgument {
        case schema, none
    }

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Only what is near these declarations.", valueName: "name")
    )
    var around: [String] = []

    @Option(
        help: ArgumentHelp(
            "How many lines away from them a declaration may be. (default: 1)",
            valueName: "number"
        )
    )
    var depth: Int?

    @Option(
        help: ArgumentHelp(
            "What a panel holds: a schema, or nothing is grouped.",
            discussion:
                "Without it, there are panels where there are many boxes from several schemas.",
            valueName: "grouping"
        )
    )
    var group: Grouping?

    @Option(
        help: ArgumentHelp(
            "How many properties, cases or operations a box shows. (default: 12)",
            discussion: "Those where a line begins are always shown.",
            valueName: "number"
        )
    )
    var rows: Int?

    @Flag(help: "Draw endpoints, too.")
    var endpoints = false

    /// Whether any of them is given.
    var isUsed: Bool {
        !around.isEmpty || depth != nil || group != nil || rows != nil || endpoints
    }

    func validate() throws {
        if let depth, depth < 0 {
            throw ValidationError("--depth needs a number from 0, found \(depth)")
        }
        if let rows, rows < 0 {
            throw ValidationError("--rows needs a number from 0, found \(rows)")
        }
        if depth != nil, around.isEmpty {
            throw ValidationError(
                "--depth needs --around, which names the declaration in the middle"
            )
        }
    }

    /// The diagram.
    ///
    /// - Throws: ``ToolError`` where a name is unknown.
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
