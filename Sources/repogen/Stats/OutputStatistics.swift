import SchemaLanguage
import SwiftEmitter

/// What the files of one output cost, in all and by declaration.
struct OutputStatistics {
    /// A declaration with what it costs.
    struct Declaration {
        /// The name in Swift.
        let name: String
        let kind: DeclarationKind
        /// The path that its file has in the output folder where each declaration has a file.
        let path: String
        let size: CodeSize
    }

    /// The folder of the output, as the reader knows it; its schemas where it has none.
    let folder: String
    /// What limits the output.
    let budget: OutputBudget?
    /// All files as they are written, with the estimate of the declarations.
    let total: CodeSize
    /// The declarations, by the order of their files.
    let declarations: [Declaration]

    /// Counts what belongs into an output.
    init(_ result: Generation.Result, of generation: Generation) {
        let files = generation.files(of: result)
        let isByDeclaration = result.output.grouping == .declaration
        let declared = isByDeclaration ? files : generation.declarations(of: result)
        declarations = declared.map { file in
            let kind = DeclarationKind(path: file.path)
            var size = CodeSize(file)
            size.microseconds = CompileEstimate.microseconds(of: size, kind)
            let name = file.path.split(separator: "/").last ?? ""
            return Declaration(
                name: String(name.prefix { $0 != "." }),
                kind: kind,
                path: file.path,
                size: size
            )
        }
        var total = files.map { CodeSize($0) }.reduce(CodeSize(), +)
        total.microseconds = declarations.reduce(0) { $0 + $1.size.microseconds }
        self.total = total
        // Where nothing is written, no folder need be named.
        folder =
            result.output.output.isEmpty
            ? result.output.schemas.joined(separator: " ")
            : generation.display.path(result.output.output)
        budget = result.output.budget
    }

    /// What the declarations of each kind cost, in the order of the kinds.
    var kinds: [(kind: DeclarationKind, size: CodeSize)] {
        Dictionary(grouping: declarations, by: \.kind)
            .map { ($0.key, $0.value.map(\.size).reduce(CodeSize(), +)) }
            .sorted { $0.0 < $1.0 }
    }

    /// The declarations, the most expensive first.
    var mostExpensive: [Declaration] {
        declarations.sorted { first, second in
            let (one, other) = (first.size, second.size)
            return (other.microseconds, other.lines, first.path)
                < (one.microseconds, one.lines, second.path)
        }
    }
}
