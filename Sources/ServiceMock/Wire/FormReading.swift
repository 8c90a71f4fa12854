import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Parses a form with nested keys in brackets, as generated code writes it, into JSON for the types
/// of a schema.
struct FormReading {
    let model: ServiceModel
    /// Whether an empty field removes an entry of a dictionary, as in the form of an entity.
    var removesEmptyEntries = true

    /// The maximum depth of a name: deeper nesting would exhaust the stack.
    private static let maximumSteps = 32

    /// A field, or the fields below a name.
    private final class Node {
        /// The texts of the field: several if its name is repeated.
        var texts: [String] = []
        private(set) var members: [(name: String, node: Node)] = []
        private var positions: [String: Int] = [:]

        /// The only text; nil if there is none.
        var text: String? { texts.last }

        func child(_ name: String) -> Node {
            // Each `tags[]` is a separate element.
            if let position = positions[name] { return members[position].node }
            let node = Node()
            positions[name] = members.count
            members.append((name, node))
            return node
        }
    }

    /// The properties in a form.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - properties: The properties, whose types determine how texts are parsed.
    /// - Returns: The properties; an empty field is null, by which such services clear a value.
    /// - Throws: `MockFailure` if a name is nested too deeply.
    func members(
        _ text: String,
        of properties: [CheckedProperty]
    ) throws(MockFailure) -> [String: JSON] {
        let root = Node()
        for item in QueryItem.list(text, isForm: true) {
            let steps = Self.steps(item.name)
            guard steps.count <= Self.maximumSteps else {
                throw MockFailure(
                    status: 400,
                    message:
                        "A name in the form is nested more than \(Self.maximumSteps) levels deep."
                )
            }
            steps.reduce(root) { $0.child($1) }.texts.append(item.value)
        }
        return Dictionary(
            root.members.map { name, node in
                let property = properties.first { $0.key == name }
                return (name, json(node, of: property))
            }
        ) { $1 }
    }

    /// The value of a property; an empty field of an optional one is null.
    private func json(_ node: Node, of property: CheckedProperty?) -> JSON {
        let value = json(node, property?.type ?? .primitive(.json), property?.wire ?? .own)
        return value == "" && property?.presence != .required ? .null : value
    }

    /// The components of a name, for example `address[city]` or `tags[]`.
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
        case .nullable(let inner):
            let value = json(node, inner, wire)
            return value == "" ? .null : value
        case .array(let inner):
            if node.texts == [""] { return [] }
            let own = node.texts.map { single($0, inner, wire) }
            let parts = node.members.flatMap { _, node in
                // `tags[]` may be repeated; `lines[0]` is one element.
                node.members.isEmpty && node.texts.count > 1
                    ? node.texts.map { single($0, inner, wire) } : [json(node, inner, wire)]
            }
            return .array(own + parts)
        case .dictionary(let inner):
            if node.text?.isEmpty == true { return [:] }
            let members = node.members.map { name, node in
                let value = json(node, inner, wire)
                return (name, value == "" && removesEmptyEntries ? .null : value)
            }
            return .object(Dictionary(members) { $1 })
        case .value(let name), .entity(let name):
            if node.text?.isEmpty == true { return .null }
            let properties = model.properties(of: name)
            let members = node.members.map { name, node in
                let property = properties.first { $0.key == name }
                return (name, json(node, of: property))
            }
            return .object(Dictionary(members) { $1 })
        case .union(let name) where !node.members.isEmpty:
            return json(node, ofUnion: name)
        default:
            guard node.members.isEmpty else {
                let members = node.members.map { ($0.name, json($0.node, type, wire)) }
                return .object(Dictionary(members) { $1 })
            }
            return single(node.text ?? "", type, wire)
        }
    }

    /// The fields of a union: those of the case that its discriminator names, or else of the only
    /// case that is an object or an array.
    private func json(_ node: Node, ofUnion name: String) -> JSON {
        let union = model.union(name)
        // Of an unknown case, the fields may be anything.
        let unknown = CheckedType.dictionary(.primitive(.json))
        guard let key = union?.discriminator else {
            // Elements have no names, or numbers as names.
            let isArray = node.members.allSatisfy { $0.name.allSatisfy(\.isNumber) }
            let kind: WireKind = isArray ? .array : .object
            return json(node, union?.cases.first { $0.mark == .kind(kind) }?.type ?? unknown, .own)
        }
        let tag = node.members.first { $0.name == key }?.node.text
        var json = json(node, union?.taggedCase(tag)?.type ?? unknown, .own)
        if let tag { json[key] = .string(tag) }
        return json
    }

    private func single(_ text: String, _ type: CheckedType, _ wire: WireForm) -> JSON {
        if text.isEmpty { return type == .primitive(.string) ? "" : .null }
        return model.value(of: text, as: type, wire)
    }
}
