import SchemaLanguage
import SwiftEmitter

/// The cost of an output's files, in total and by declaration.
struct OutputStatistics {
    /// A declaration with its cost.
    struct Declaration {
        /// The Swift name.
        let name: String
        let kind: DeclarationKind
        /// The path of its file in the output folder, if each declaration has its own file.
        let path: String
        let size: CodeSize
    }

    /// The output folder, as shown to the reader; its schemas if it has none.
    let folder: String
    /// The budget of the output.
    let budget: OutputBudget?
    /// All files as written, with the estimate for the declarations.
    let total: CodeSize
    /// The declarations, in the order of their files.
    let declarations: [Declaration]

    /// Measures the files of an output.
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
        // If nothing is written, no folder is required.
        folder =
            result.output.output.isEmpty
            ? result.output.schemas.joined(separator: " ")
            : generation.display.path(result.output.output)
        budget = result.output.budget
    }

    /// The cost of the declarations of each kind, in the order of the kinds.
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
