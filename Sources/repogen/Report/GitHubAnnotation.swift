import Diagnostics

/// Diagnostics as workflow commands of GitHub Actions: `::error file=…,line=…::message`.
enum GitHubAnnotation {
    /// A diagnostic at its position.
    static func text(_ diagnostic: Diagnostic) -> String {
        let range = diagnostic.range
        var properties = [
            ("file", range.path), ("line", "\(range.start.line)"),
            ("col", "\(range.start.column)"),
        ]
        // GitHub ignores columns if the lines differ.
        if range.end.line == range.start.line, range.end.column > range.start.column {
            properties.append(("endColumn", "\(range.end.column)"))
        }
        properties.append(("title", diagnostic.rule))
        let hint = diagnostic.hint.map { "\nhint: \($0)" } ?? ""
        return command(diagnostic.severity.rawValue, properties, diagnostic.message + hint)
    }

    /// A file that `generate` would change.
    ///
    /// - Parameters:
    ///   - difference: The file and its difference.
    ///   - command: The command that found it.
    /// - Returns: The annotation.
    static func text(_ difference: FileDifference, foundBy command: String) -> String {
        let properties = [
            ("file", difference.path), ("line", "\(difference.line)"),
            ("title", "repogen \(command)"),
        ]
        let meaning = difference.meaning.map { "\n\($0)" }.joined()
        let hint = FileDifference.hint(for: [difference]).map { "\nhint: \($0)" } ?? ""
        let isChange = [.added, .removed, .changes].contains(difference.kind)
        return self.command(
            isChange ? "notice" : "error",
            properties,
            difference.kind.rawValue + meaning + (isChange ? "" : hint)
        )
    }

    /// The effect of a change on stored data.
    static func text(_ change: StoredDataChange) -> String {
        let properties = [("file", change.schemaPath), ("line", "1"), ("title", "stored data")]
        return command(change.isLoss ? "warning" : "notice", properties, change.text)
    }

    /// A failure without a position.
    static func text(_ message: String) -> String {
        command("error", [], message)
    }

    private static func command(
        _ name: String,
        _ properties: [(String, String)],
        _ message: String
    ) -> String {
        let list = properties.map { "\($0)=\(escaped($1, isProperty: true))" }
            .joined(separator: ",")
        let separator = list.isEmpty ? "" : " "
        return "::\(name)\(separator)\(list)::\(escaped(message, isProperty: false))\n"
    }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
