import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Reads a form with nested members in brackets, as repositories write it, into JSON of the types of a schema.
struct FormReading {
    let model: ServiceModel

    /// A field, or the fields below a name.
    private final class Node {
        var text: String?
        var members: [(name: String, node: Node)] = []

        func child(_ name: String) -> Node {
            if let found = members.first(where: { $0.name == name }) { return found.node }
            let node = Node()
            members.append((name, node))
            return node
        }
    }

    /// The members that a form has.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - properties: The properties, whose types decide what a text is.
    /// - Returns: The members; an empty field is null, which is how such services take a value away.
    func members(_ text: String, of properties: [CheckedProperty]) -> [String: JSON] {
        let root = Node()
        for item in QueryItem.list(text, isForm: true) {
            let steps = Self.steps(item.name)
            steps.reduce(root) { $0.child($1) }.text = item.value
        }
        return Dictionary(
            root.members.map { name, node in
                let property = properties.first { $0.key == name }
                let type = property?.type ?? .primitive(.json)
                return (name, json(node, type, property?.wire ?? .own))
            }
        ) { $1 }
    }

    /// The steps of a name such as `address[city]` or `tags[]`.
    private static func steps(_ name: String) -> [String] {
        guard let bracket = name.firstIndex(of: "["), name.hasSuffix("]") else { return [name] }
        let inner = name[name.index(after: bracket)...].dropLast()
        return [String(name[..<bracket])]
            + inner.replacing("][", with: "\u{0}").split(
                separator: "\u{0}",
                omittingEmptySubsequences: false
            ).map(String.init)
    }

    private func json(_ node: Node, _ type: CheckedType, _ wire: WireForm) -> JSON {
        switch type {
        case .nullable(let inner): return json(node, inner, wire)
        case .array(let inner):
            if node.text?.isEmpty == true { return [] }
            guard node.members.isEmpty else {
                return .array(node.members.map { json($0.node, inner, wire) })
            }
            return node.text.map { [single($0, inner, wire)] } ?? []
        case .dictionary(let inner):
            if node.text?.isEmpty == true { return [:] }
            let members = node.members.map { ($0.name, json($0.node, inner, wire)) }
            return .object(Dictionary(members) { $1 })
        case .value(let name), .entity(let name):
            if node.text?.isEmpty == true { return .null }
            let properties = model.properties(of: name)
            let members = node.members.map { name, node in
                let property = properties.first { $0.key == name }
                return (
                    name, json(node, property?.type ?? .primitive(.json), property?.wire ?? .own)
                )
            }
            return .object(Dictionary(members) { $1 })
        default:
            guard node.members.isEmpty else {
                let members = node.members.map { ($0.name, json($0.node, type, wire)) }
                return .object(Dictionary(members) { $1 })
            }
            return single(node.text ?? "", type, wire)
        }
    }

    private func single(_ text: String, _ type: CheckedType, _ wire: WireForm) -> JSON {
        text.isEmpty ? .null : model.value(of: text, as: type, wire)
    }
}
