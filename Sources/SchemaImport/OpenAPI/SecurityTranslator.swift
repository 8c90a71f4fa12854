import Diagnostics
import YAMLTree

/// Converts security schemes to `authentication:` of one API or, if operations differ, of several.
struct SecurityTranslator {
    /// The credentials of a request.
    struct Credentials {
        /// The names of the schemes.
        var names: [String]
        /// The credentials in the syntax of a schema.
        var nodes: [SchemaNode] = []
        /// The header fields, parameters and cookies that contain them.
        var places: Set<String> = []
        /// The schemes whose tokens are sent as bearer tokens.
        var guesses: [String] = []
    }

    /// The credentials that operations need: first those of the most operations, which become those
    /// of the API.
    private(set) var credentials: [Credentials] = []

    /// The index of an operation's credentials in ``credentials``, by the position of its method.
    private var indices: [SourceRange: Int] = [:]
    private let schemes: [String: YAMLNode]

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
        choose(operations, &reading.findings)
    }

    /// The index of an operation's credentials; nil if it needs none, or none that a schema
    /// supports.
    func index(of operation: OpenAPIOperation) -> Int? { indices[operation.methodNode.range] }

    // MARK: - Choices

    /// An alternative for authenticating an operation.
    private struct Requirement {
        var credentials: Credentials
        var node: YAMLNode
    }

    /// Uses the credentials that most operations accept, and for the others the first ones that
    /// they accept.
    private mutating func choose(_ operations: [OpenAPIOperation], _ findings: inout Findings) {
        var accepted: [(operation: OpenAPIOperation, requirements: [Requirement])] = []
        var counts: [(nodes: [SchemaNode], count: Int)] = []
        for operation in operations {
            let requirements = requirements(of: operation, &findings)
            accepted.append((operation, requirements))
            for nodes in Set(requirements.map(\.credentials.nodes)) {
                if let index = counts.firstIndex(where: { $0.nodes == nodes }) {
                    counts[index].count += 1
                } else {
                    counts.append((nodes, 1))
                }
            }
        }
        // Of two equally frequent ones, the first one.
        let most = counts.map(\.count).max()
        let usual = accepted.flatMap(\.requirements).first { requirement in
            counts.contains { $0.nodes == requirement.credentials.nodes && $0.count == most }
        }
        guard let usual else { return }
        let isOpen = Self.isOpen(accepted.map { ($0.operation, !$0.requirements.isEmpty) })
        credentials = [isOpen ? Credentials(names: []) : usual.credentials]
        for (operation, requirements) in accepted {
            let taken =
                requirements.first { $0.credentials.nodes == usual.credentials.nodes }
                ?? requirements.first
            guard let taken else { continue }
            reportOthers(than: taken, of: requirements, &findings)
            indices[operation.methodNode.range] = index(of: taken, &findings)
        }
    }

    /// Whether most operations need no credentials, and those that do are about other resources.
    private static func isOpen(
        _ operations: [(operation: OpenAPIOperation, isGuarded: Bool)]
    ) -> Bool {
        let guarded = operations.filter(\.isGuarded)
        let open = operations.filter { !$0.isGuarded }
        guard open.count > guarded.count else { return false }
        let resources = Set(guarded.map { resource(of: $0.operation) })
        return open.allSatisfy { !resources.contains(resource(of: $0.operation)) }
    }

    /// The subject of a path: its first meaningful segment.
    private static func resource(of operation: OpenAPIOperation) -> Substring {
        operation.path.split(separator: "/").first { !OperationNames.isPrefix(String($0)) } ?? ""
    }

    private mutating func index(of taken: Requirement, _ findings: inout Findings) -> Int {
        for name in taken.credentials.guesses {
            findings.add(
                .guessed,
                "the token of \(name.quoted) is sent as a bearer token",
                at: taken.node.range
            )
        }
        let known = credentials.firstIndex { $0.nodes == taken.credentials.nodes }
        if let known { return known }
        credentials.append(taken.credentials)
        return credentials.count - 1
    }

    private func reportOthers(
        than taken: Requirement,
        of requirements: [Requirement],
        _ findings: inout Findings
    ) {
        for other in requirements where other.credentials.nodes != taken.credentials.nodes {
            findings.add(
                .leftOut,
                "of several ways to authenticate, \(taken.credentials.text) is used; left out: "
                    + other.credentials.text,
                at: other.node.range
            )
        }
    }

    // MARK: - Requirements

    /// The ways to authenticate an operation that a schema supports.
    private func requirements(
        of operation: OpenAPIOperation,
        _ findings: inout Findings
    ) -> [Requirement] {
        guard let security = operation.security else { return [] }
        guard case .sequence(let nodes) = security.content else {
            findings.add(
                .wrongSchema,
                "`security` is a list of requirements; this is ignored",
                at: security.range
            )
            return []
        }
        var acceptsNone = nodes.isEmpty
        let optional = nodes.count > 1 ? nodes.first { $0.isMapping && $0.pairs.isEmpty } : nil
        var requirements: [Requirement] = []
        var faults: [(message: String, range: SourceRange)] = []
        for node in nodes {
            guard !node.pairs.isEmpty else {
                acceptsNone = true
                continue
            }
            let fault = fault(of: node)
            if let fault {
                faults.append(fault)
            } else {
                let credentials = credentials(node, &findings)
                requirements.append(Requirement(credentials: credentials, node: node))
            }
        }
        if let optional, !requirements.isEmpty {
            // The document lists what it prefers first.
            let isSent = optional != nodes.first
            findings.addRepeated(
                .simplified,
                "credentials are optional here, but \(isSent ? "always" : "never") sent",
                at: optional.range
            )
            if !isSent { requirements = [] }
        }
        let isLeftOut = acceptsNone || !requirements.isEmpty
        for fault in faults {
            findings.add(
                isLeftOut ? .leftOut : .simplified,
                fault.message + (isLeftOut ? "" : "; the request is sent without it"),
                at: fault.range
            )
        }
        return requirements
    }

    /// The reason why a schema does not support a requirement; nil if it does.
    private func fault(of node: YAMLNode) -> (message: String, range: SourceRange)? {
        for pair in node.pairs {
            let name = pair.key.text ?? ""
            guard let scheme = schemes[name] else {
                return ("no security scheme is named \(name.quoted)", pair.key.range)
            }
            if credential(scheme) == nil {
                let type = scheme["type"]?.text ?? "nothing"
                let kind = type == "http" ? "\(type) \(scheme["scheme"]?.text ?? "")" : type
                return (
                    "\(name.quoted) authenticates by \(kind), which is not supported",
                    pair.key.range
                )
            }
        }
        return nil
    }

    private func credentials(_ node: YAMLNode, _ findings: inout Findings) -> Credentials {
        var result = Credentials(names: node.pairs.compactMap(\.key.text).sorted())
        for name in result.names {
            guard let (credential, place, isGuess) = schemes[name].flatMap(credential),
                !result.nodes.contains(credential)
            else { continue }
            guard result.places.insert(place).inserted else {
                findings.add(
                    .leftOut,
                    "\(name.quoted) is sent in the same place as other credentials of the request, "
                        + "and is left out",
                    at: node.range
                )
                continue
            }
            result.nodes.append(credential)
            if isGuess { result.guesses.append(name) }
        }
        return result
    }

    /// A scheme in the syntax of a schema, and the place that it writes to, in lower case.
    private func credential(
        _ scheme: YAMLNode
    ) -> (node: SchemaNode, place: String, isGuess: Bool)? {
        let authorization = "header authorization"
        switch scheme["type"]?.text {
        case "http":
            switch scheme["scheme"]?.text?.lowercased() {
            case "bearer": return (.text("bearer"), authorization, false)
            case "basic": return (.text("basic"), authorization, false)
            default: return nil
            }
        case "basic": return (.text("basic"), authorization, false)
        case "oauth2", "openIdConnect": return (.text("bearer"), authorization, true)
        case "apiKey":
            guard let key = scheme["name"]?.text, let place = scheme["in"]?.text,
                ["header", "query", "cookie"].contains(place)
            else { return nil }
            let written = place == "header" ? key.lowercased() : key
            return (.mapping([(place, .text(key))]), "\(place) \(written)", false)
        default: return nil
        }
    }
}

extension SecurityTranslator.Credentials {
    /// The names, for messages.
    var text: String { names.joined(separator: " and ") }
}
