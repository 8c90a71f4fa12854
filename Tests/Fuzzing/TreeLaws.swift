import Diagnostics
import RepositoryValues
import YAMLTree

/// Laws for parsing any bytes: there is a tree, or errors with positions in the text.
enum TreeLaws {
    /// Parses bytes as a file with a name.
    static func check(_ bytes: [UInt8], path: String) throws(BrokenLaw) {
        let file = SourceFile(path: path, bytes: bytes)
        switch read(file) {
        case .success(let root):
            let lines = SourceLines(file)
            if let root { try check(root, lines) }
        case .failure(let error):
            try BrokenLaw.unless(!error.diagnostics.isEmpty, "a failure without a mistake")
            try DiagnosticLaws.check(error.diagnostics, of: file)
        }
    }

    /// Parses bytes as JSON, with both parsers of this project.
    static func checkJSON(_ bytes: [UInt8]) throws(BrokenLaw) {
        try check(bytes, path: "fuzz.json")
        let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if isUTF16 { return }
        let value = try? RepositoryValues.JSON(jsonBytes: bytes)
        switch read(SourceFile(path: "fuzz.json", bytes: bytes)) {
        case .success(let root):
            try BrokenLaw.unless((root == nil) == (value == nil), "only the tree takes this JSON")
        case .failure(let error):
            // The tree is stricter here, and reports that.
            let own: Set = [
                YAMLRule.duplicateKey, .nestingTooDeep, .tooManyNodes, .tooManyKeys,
                .controlCharacter,
            ]
            let isStricter = error.diagnostics.contains { mistake in
                own.contains { $0.rawValue == mistake.rule }
            }
            try BrokenLaw.unless(
                value == nil || isStricter,
                "only the runtime takes this JSON: \(error.diagnostics.first?.message ?? "")"
            )
        }
    }

    private static func read(_ file: SourceFile) -> Result<YAMLNode?, YAMLSyntaxError> {
        do throws(YAMLSyntaxError) {
            return .success(try YAMLReader().read(file))
        } catch {
            return .failure(error)
        }
    }

    /// A node is inside of the text, and its contents come after its start.
    private static func check(_ node: YAMLNode, _ lines: SourceLines) throws(BrokenLaw) {
        try DiagnosticLaws.check(node.range, lines)
        switch node.content {
        case .scalar: break
        case .sequence(let elements):
            for element in elements { try check(element, lines) }
        case .mapping(let pairs):
            for pair in pairs {
                try check(pair.key, lines)
                try check(pair.value, lines)
            }
        }
    }
}
