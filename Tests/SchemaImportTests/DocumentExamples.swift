import Diagnostics
import Foundation
import RepositoryRuntime
import YAMLTree

/// The examples of responses that a document of OpenAPI 3 has.
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

    /// Reads a document.
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

    /// The examples in JSON, in the order of the document.
    func all() -> [Example] {
        (root.value("paths")?.members ?? []).flatMap { path, item in
            item.members.flatMap { method, operation in
                (operation.value("responses")?.members ?? []).flatMap { status, response in
                    guard status.hasPrefix("2"),
                        let content = resolved(response)?.value("content")?
                            .value("application/json")
                    else { return [Example]() }
                    let named = content.value("examples")?.members.compactMap {
                        resolved($0.value)?.value("value")
                    }
                    let values = [content.value("example")].compactMap(\.self) + (named ?? [])
                    return values.map {
                        Example(method: method, path: Self.form(path), text: Self.json($0))
                    }
                }
            }
        }
    }

    private func resolved(_ node: YAMLNode) -> YAMLNode? {
        guard let reference = node.value("$ref")?.scalar?.text else { return node }
        return reference.split(separator: "/").dropFirst().reduce(root) { node, key in
            node?.value(String(key).replacing("~1", with: "/").replacing("~0", with: "~"))
        }
    }

    private static func json(_ node: YAMLNode) -> String {
        switch node.content {
        case .sequence(let elements):
            "[" + elements.map(json).joined(separator: ",") + "]"
        case .mapping:
            "{" + node.members.map { "\(quoted($0.key)):\(json($0.value))" }.joined(separator: ",")
                + "}"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .integer, .float: scalar.text
            case .string: quoted(scalar.text)
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        (try? JSON.string(text).jsonText()) ?? ""
    }
}

extension YAMLNode {
    fileprivate var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    fileprivate var members: [(key: String, value: YAMLNode)] {
        guard case .mapping(let pairs) = content else { return [] }
        return pairs.compactMap { pair in pair.key.scalar.map { ($0.text, pair.value) } }
    }

    fileprivate func value(_ key: String) -> YAMLNode? { members.first { $0.key == key }?.value }
}
