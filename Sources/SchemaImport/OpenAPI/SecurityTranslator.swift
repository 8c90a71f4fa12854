import Diagnostics
import YAMLTree

/// Turns security schemes into `authentication:`.
struct SecurityTranslator {
    /// What the API says: the credentials of nearly all operations.
    private(set) var credentials: [SchemaNode] = []
    /// The names of header fields, parameters and cookies that the credentials are written to.
    private(set) var places: Set<String> = []

    private let schemes: [String: YAMLNode]
    /// The names of the schemes that the API has.
    private var chosen: [String]?

    init(
        _ document: OpenAPIDocument,
        _ operations: [OpenAPIOperation],
        _ reading: inout ReadingContext
    ) {
        let node =
            document.isVersion2
            ? document.root["securityDefinitions"]
            : document.root["components"]?["securitySchemes"]
        var schemes: [String: YAMLNode] = [:]
        for pair in node?.pairs ?? [] {
            if let name = pair.key.text { schemes[name] = reading.resolved(pair.value) }
        }
        self.schemes = schemes
        choose(operations, &reading)
    }

    /// Takes the credentials that most operations accept.
    private mutating func choose(
        _ operations: [OpenAPIOperation],
        _ reading: inout ReadingContext
    ) {
        var counts: [(names: [String], count: Int, node: YAMLNode)] = []
        for operation in operations {
            for requirement in requirements(of: operation) {
                guard !requirement.names.isEmpty else { continue }
                if let index = counts.firstIndex(where: { $0.names == requirement.names }) {
                    counts[index].count += 1
                } else {
                    counts.append((requirement.names, 1, requirement.node))
                }
            }
        }
        let sayable = counts.filter { names in names.names.allSatisfy { credential($0) != nil } }
        guard let best = sayable.max(by: { $0.count < $1.count }) else { return }
        chosen = best.names
        for name in best.names {
            guard let (node, place, isGuess) = credential(name), !credentials.contains(node) else {
                continue
            }
            credentials.append(node)
            if let place { places.insert(place) }
            if isGuess {
                reading.findings.add(
                    .guessed,
                    "the token of \(name.quoted) is sent as a bearer token",
                    at: best.node.range
                )
            }
        }
    }

    private func requirements(
        of operation: OpenAPIOperation
    ) -> [(names: [String], node: YAMLNode)] {
        (operation.security?.elements ?? []).map { node in
            (node.pairs.compactMap(\.key.text).sorted(), node)
        }
    }

    /// How a scheme is written in a schema, and the place that it writes to, in small letters.
    private func credential(_ name: String) -> (SchemaNode, place: String?, isGuess: Bool)? {
        guard let scheme = schemes[name] else { return nil }
        switch scheme["type"]?.text {
        case "http":
            switch scheme["scheme"]?.text?.lowercased() {
            case "bearer": return (.text("bearer"), "header authorization", false)
            case "basic": return (.text("basic"), "header authorization", false)
            default: return nil
            }
        case "basic": return (.text("basic"), "header authorization", false)
        case "oauth2", "openIdConnect": return (.text("bearer"), "header authorization", true)
        case "apiKey":
            guard let key = scheme["name"]?.text, let place = scheme["in"]?.text,
                ["header", "query", "cookie"].contains(place)
            else { return nil }
            let written = place == "header" ? key.lowercased() : key
            return (.mapping([(place, .text(key))]), "\(place) \(written)", false)
        default: return nil
        }
    }

    /// Whether requests of an operation do not authenticate, although those of the API do.
    ///
    /// One that accepts other credentials is reported.
    func isAnonymous(_ operation: OpenAPIOperation, _ findings: inout Findings) -> Bool {
        guard let chosen else { return false }
        let accepted = requirements(of: operation)
        if accepted.isEmpty { return true }
        if accepted.contains(where: { $0.names == chosen }) {
            for other in accepted where !other.names.isEmpty && other.names != chosen {
                findings.add(
                    .leftOut,
                    "of several ways to authenticate, \(chosen.joined(separator: " and ")) is taken, and "
                        + "left out: \(other.names.joined(separator: " and "))",
                    at: other.node.range
                )
            }
            return false
        }
        let names = accepted.map { $0.names.joined(separator: " and ") }.filter { !$0.isEmpty }
        if !names.isEmpty {
            findings.add(
                .simplified,
                "this operation accepts other credentials (\(names.joined(separator: ", "))), and is "
                    + "sent without any",
                at: operation.methodNode.range,
                hint: "declare a second API with its `authentication:`, and write `api:` here"
            )
        }
        return true
    }
}
