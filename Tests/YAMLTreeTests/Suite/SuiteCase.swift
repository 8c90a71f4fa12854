import Diagnostics
import Testing
import YAMLTree

/// A case of the official YAML test suite.
struct SuiteCase: CustomTestStringConvertible, Sendable {
    var id: String
    var title: String
    var yaml: String
    /// Whether a reader must reject the text.
    var isError: Bool
    /// The events of the text, one a line.
    var events: String
    /// The documents as consecutive JSON texts, if JSON can represent them.
    var json: String?

    var testDescription: String { "\(id): \(title)" }

    /// All cases, if the shared data is present.
    static let all: [SuiteCase] = {
        let lines = SharedData.bytes(of: "yaml/yaml-test-suite.jsonl").split(separator: 0x0A)
        return lines.map { line in
            let file = SourceFile(path: "case.json", bytes: Array(line))
            let root = (try? YAMLReader().read(file)) ?? nil
            return SuiteCase(
                id: root?["id"]?.text ?? "",
                title: root?["title"]?.text ?? "",
                yaml: root?["yaml"]?.text ?? "",
                isError: root?["error"]?.text == "true",
                events: root?["events"]?.text ?? "",
                json: root?["json"]?.text == "null" ? nil : root?["json"]?.text
            )
        }
    }()
}
