import Foundation
import Testing

/// Every YAML tool can read the schemas that people read.
@Suite struct DocumentedSchemaTests {
    private static let root = GoldenCase.goldens.deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The YAML of all pages and example schemas, by their paths.
    private static func texts() throws -> [String: String] {
        let folders = ["README.md", "Schemas", "Sources/RepositoryRuntime/Documentation.docc"]
        var texts: [String: String] = [:]
        for folder in folders {
            let url = root.appending(path: folder)
            let below = FileManager.default.enumerator(atPath: url.path)?.compactMap {
                $0 as? String
            }
            for path in below?.isEmpty == false ? below ?? [] : [""] {
                let file = path.isEmpty ? url : url.appending(path: path)
                switch file.pathExtension {
                case "yaml": texts[file.path] = try String(contentsOf: file, encoding: .utf8)
                case "md":
                    let parts = try String(contentsOf: file, encoding: .utf8)
                        .components(separatedBy: "```yaml\n").dropFirst()
                    texts[file.path] = parts.compactMap { $0.components(separatedBy: "```").first }
                        .joined()
                default: continue
                }
            }
        }
        return texts
    }

    // PyYAML, among others, reads `?` in a flow mapping as the sign of a key.
    @Test("keys and types with a question mark are quoted in flow mappings")
    func questionMarks() throws {
        let texts = try Self.texts()
        #expect(texts.count > 30 && texts.keys.contains { $0.hasSuffix("README.md") })
        let key = #/[{,] *[A-Za-z_]\w*\?: /#
        let type = #/: [A-Za-z_][\w.]*\? *[,}]/#
        for (path, text) in texts {
            for line in text.split(separator: "\n") where line.contains("{") && !line.contains("#")
            {
                #expect(line.firstMatch(of: key) == nil, "\(path): \(line)")
                #expect(line.firstMatch(of: type) == nil, "\(path): \(line)")
            }
        }
    }
}
