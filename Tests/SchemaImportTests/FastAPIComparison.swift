import Diagnostics
import SchemaImport
import Testing
import YAMLTree

/// A comparison of the schema imported from FastAPI's document with the hand-written one.
struct FastAPIComparison {
    /// A difference between the schemas.
    struct Difference: Hashable {
        /// The operation, or the value by both names.
        let place: String
        let key: String
        let byHand: String
        let imported: String

        /// The cells of a row.
        var cells: [String] { [place, key, byHand, imported] }
    }

    /// An operation, or a value with the same keys.
    private struct Declaration {
        let name: String
        let node: YAMLNode
    }

    private static let methods = ["get", "post", "put", "patch", "delete"]
    /// Differences that the text above the table describes.
    private static let general: Set<String> = ["doc", "authentication", "api", "errors"]

    private let byHand: YAMLNode
    private let imported: YAMLNode

    init(byHand: SourceFile, imported: SourceFile) throws {
        self.byHand = try #require(try YAMLReader().read(byHand))
        self.imported = try #require(try YAMLReader().read(imported))
    }

    // MARK: - Operations

    /// The operations of both, in the order of the document: those of the hand-written schema with
    /// the same path are variants of one.
    var operations: (byHand: [String], imported: [String]) {
        (Self.operations(of: byHand).map(\.key), Self.operations(of: imported).map(\.key))
    }

    /// The differences of the operations.
    var operationDifferences: [Difference] {
        let written = Dictionary(
            Self.operations(of: byHand).map { ($0.key, $0.declarations) },
            uniquingKeysWith: { first, _ in first }
        )
        return Self.operations(of: imported).flatMap { key, declarations -> [Difference] in
            guard let found = declarations.first, let variants = written[key] else { return [] }
            // The variant most similar to the imported operation.
            let all = variants.map { Self.differences($0.node, found.node, at: key) }
            return all.min { $0.count < $1.count } ?? []
        }
    }

    private static func operations(
        of schema: YAMLNode
    ) -> [(key: String, declarations: [Declaration])] {
        var found: [(key: String, declarations: [Declaration])] = []
        for pair in schema["endpoints"]?.pairs ?? [] {
            guard let method = methods.first(where: { pair.value[$0] != nil }),
                let path = pair.value[method]?.text, let name = pair.key.text
            else { continue }
            let key = "\(method.uppercased()) \(path)"
            let declaration = Declaration(name: name, node: pair.value)
            if let index = found.firstIndex(where: { $0.key == key }) {
                found[index].declarations.append(declaration)
            } else {
                found.append((key, [declaration]))
            }
        }
        return found
    }

    // MARK: - Values

    /// The differences of values with the same properties.
    var valueDifferences: [Difference] {
        let written = Self.values(of: byHand)
        return Self.values(of: imported).flatMap { value -> [Difference] in
            let names = Self.propertyNames(value.node)
            let alike = written.filter { Self.propertyNames($0.node) == names }
            guard let other = alike.first(where: { $0.name == value.name }) ?? alike.first else {
                return [Difference(place: value.name, key: "", byHand: "", imported: "declared")]
            }
            let place =
                other.name == value.name ? value.name : "\(other.name), \(value.name)"
            var differences = Self.differences(
                Self.properties(other.node),
                Self.properties(value.node),
                at: place
            )
            if other.name != value.name {
                differences.insert(
                    Difference(
                        place: place,
                        key: "name",
                        byHand: other.name,
                        imported: value.name
                    ),
                    at: 0
                )
            }
            return differences
        }
    }

    private static func values(of schema: YAMLNode) -> [Declaration] {
        (schema["values"]?.pairs ?? []).compactMap { pair in
            pair.key.text.map { Declaration(name: $0, node: pair.value) }
        }
    }

    private static func properties(_ value: YAMLNode) -> YAMLNode { value["properties"] ?? value }

    private static func propertyNames(_ value: YAMLNode) -> Set<String> {
        Set(properties(value).pairs.compactMap { $0.key.text.map(bareName) })
    }

    // MARK: - Differences

    private static func differences(
        _ byHand: YAMLNode,
        _ imported: YAMLNode,
        at place: String
    ) -> [Difference] {
        let (one, other) = (members(byHand), members(imported))
        let keys =
            other.map(\.key)
            + one.map(\.key).filter { key in
                !other.contains { $0.key == key }
            }
        return keys.compactMap { key in
            let (old, new) = (text(one, key), text(other, key))
            guard old != new else { return nil }
            return Difference(place: place, key: key, byHand: old, imported: new)
        }
    }

    private static func text(_ members: [(key: String, text: String)], _ key: String) -> String {
        members.first { $0.key == key }?.text ?? ""
    }

    /// The keys without `?`, those of parameters individually.
    private static func members(_ node: YAMLNode) -> [(key: String, text: String)] {
        node.pairs.flatMap { pair -> [(key: String, text: String)] in
            guard let key = pair.key.text, !general.contains(key), !methods.contains(key) else {
                return []
            }
            if ["query", "headers", "cookies", "path"].contains(key) {
                return pair.value.pairs.compactMap { inner in
                    inner.key.text.map { name in
                        ("\(key).\(bareName(name))", optional(name) + flow(inner.value))
                    }
                }
            }
            return [(bareName(key), optional(key) + flow(pair.value))]
        }
    }

    private static func bareName(_ name: String) -> String {
        name.hasSuffix("?") ? String(name.dropLast()) : name
    }

    private static func optional(_ name: String) -> String {
        name.hasSuffix("?") ? "optional " : ""
    }

    /// A node on one line, without documentation.
    private static func flow(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): return scalar.text
        case .sequence(let elements):
            return "[" + elements.map(flow).joined(separator: ", ") + "]"
        case .mapping(let pairs):
            let kept = pairs.filter { $0.key.text != "doc" }
            if kept.count == 1, let only = kept.first, only.key.text == "type" {
                return flow(only.value)
            }
            return "{ "
                + kept.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", ") + " }"
        }
    }
}
