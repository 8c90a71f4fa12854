import Diagnostics

/// The rules for imports of outputs: each module belongs to one output, whose types are public, and
/// there are no import cycles.
struct ImportRules {
    private let configuration: ProjectConfiguration
    private let outputs: [Located<ProjectConfiguration.Output>]

    init(_ outputs: [Located<ProjectConfiguration.Output>]) {
        self.outputs = outputs
        configuration = ProjectConfiguration(outputs: outputs.map(\.value))
    }

    /// Reports violations.
    func check(in context: inout ParseContext) {
        for (index, output) in outputs.enumerated() {
            for (module, place) in zip(output.value.imports, output.value.importPlaces) {
                check(module, place, of: index, in: &context)
            }
        }
    }

    private func check(
        _ module: String,
        _ place: SourceRange,
        of index: Int,
        in context: inout ParseContext
    ) {
        let name = module.shortened(to: 60)
        let known = outputs.filter { $0.value.moduleName == module }
        guard let imported = known.first else {
            context.report(
                .invalidValue,
                "no output has the module '\(name)'",
                at: place,
                hint: hint(for: module, besides: index)
            )
            return
        }
        if known.count > 1 {
            context.report(
                .invalidValue,
                "several outputs have the module '\(name)'",
                at: place,
                notes: known.dropFirst().map { Diagnostic.Note("another is here", at: $0.range) },
                hint: "combine them, or give each a `module:` of its own"
            )
        } else if imported.value.access != .public {
            context.report(
                .invalidValue,
                "'\(name)' cannot be imported: its generated code is "
                    + "\(imported.value.access.rawValue)",
                at: place,
                notes: [Diagnostic.Note("its output is here", at: imported.range)],
                hint: "write `access: public` there"
            )
        } else if let cycle = configuration.cycle(from: index), cycle.first == module {
            let own = outputs[index].value.moduleName ?? outputs[index].value.output
            context.report(
                .invalidValue,
                cycle.count == 1
                    ? "an output already sees its own types"
                    : "modules cannot import one another: "
                        + ([own] + cycle).joined(separator: " → ").shortened(to: 120),
                at: place,
                hint: cycle.count == 1 ? "drop it" : "move what both need to a separate output"
            )
        }
    }

    private func hint(for module: String, besides index: Int) -> String {
        let names = outputs.enumerated().filter { $0.offset != index }
            .compactMap(\.element.value.moduleName)
        return NearestSpelling.hint(for: module, in: names)
            ?? (names.isEmpty
                ? "list several outputs under `outputs:`, and give each its `module:`"
                : "the modules are \(names.listed(by: "and")); give the output its `module:`")
    }
}
