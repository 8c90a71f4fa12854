import Diagnostics
import Foundation
import SchemaImport
import YAMLTree

/// The response examples in an OpenAPI 3 document.
struct DocumentExamples {
    /// An example of the body of a successful response.
    struct Example {
        let method: String
        /// The path, without the names of its parameters.
        let path: String
        /// The example as JSON text.
        let text: String
    }

    private let root: YAMLNode

    /// Parses a document.
    init(_ file: SourceFile) throws {
        var limits = YAMLReader.Limits()
        limits.bytes = 64 * 1024 * 1024
        limits.nodes = 8_000_000
        limits.keys = 200_000
        root =
            try YAMLReader(limits: limits).read(file) ?? YAMLNode(.mapping([]), range: file.start)
    }

    /// The path without the names of its parameters.
    static func form(_ path: String) -> String { path.replacing(/\{[^}]*\}/, with: "{}") }

    /// The JSON examples, in the order of the document.
    func all() -> [Example] {
        (root["paths"]?.members ?? []).flatMap { path, item in
            item.members.flatMap { method, operation in
                (operation["responses"]?.members ?? []).flatMap { status, response in
                    guard status.hasPrefix("2"),
                        let content = resolved(response)?["content"]?["application/json"]
                    else { return [Example]() }
                    let named = content["examples"]?.members.compactMap {
                        resolved($0.value)?["value"]
                    }
                    let values = [content["example"]].compactMap(\.self) + (named ?? [])
                    return values.map {
                        Example(method: method, path: Self.form(path), text: $0.jsonText)
                    }
                }
            }
        }
    }

    private func resolved(_ node: YAMLNode) -> YAMLNode? {
        guard let reference = node["$ref"]?.text else { return node }
        return reference.split(separator: "/").dropFirst().reduce(root) { node, key in
            node?[String(key).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
    }
}

extension YAMLNode {
    fileprivate var members: [(key: String, value: YAMLNode)] {
        pairs.compactMap { pair in pair.key.text.map { ($0, pair.value) } }
    }
}
