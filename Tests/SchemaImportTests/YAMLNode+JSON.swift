import RepositoryRuntime
import SchemaImport
import YAMLTree

extension YAMLNode {
    /// The node as JSON, with unchanged numbers.
    var jsonText: String {
        switch content {
        case .sequence(let elements): "[\(elements.map(\.jsonText).joined(separator: ","))]"
        case .mapping(let pairs):
            "{\(pairs.map { "\(Self.quoted($0.key.text ?? "")):\($0.value.jsonText)" }.joined(separator: ","))}"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .integer, .float: scalar.text
            case .string: Self.quoted(scalar.text)
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        (try? JSON.string(text).jsonText()) ?? ""
    }
}
