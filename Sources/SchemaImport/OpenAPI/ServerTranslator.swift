import Diagnostics
import SchemaLanguage
import YAMLTree

/// Converts servers to base URLs by environment.
enum ServerTranslator {
    static func servers(
        of document: OpenAPIDocument,
        _ findings: inout Findings
    ) -> [ProposedAPI.Server] {
        if document.isVersion2 { return version2(document.root, &findings) }
        var servers: [ProposedAPI.Server] = []
        for node in document.root["servers"]?.elements ?? [] {
            guard let text = node["url"]?.text else { continue }
            let url = BaseURL.trimmed(filled(text, node["variables"]))
            guard isBaseURL(url, writtenAs: text, at: node.range, &findings) else { continue }
            reportChoices(of: node["variables"], in: text, &findings)
            if servers.contains(where: { $0.url == url }) { continue }
            let environment = environment(node["description"]?.sentence, url, servers)
            servers.append(ProposedAPI.Server(environment: environment, url: url))
        }
        return servers
    }

    /// Reports servers of a path or an operation that are not those of the document.
    static func reportServers(
        of node: YAMLNode,
        in document: OpenAPIDocument,
        _ findings: inout Findings
    ) {
        guard let servers = node["servers"]?.elements else { return }
        let known = (document.root["servers"]?.elements ?? []).map { $0["url"]?.text }
        let own = servers.first { $0["url"]?.text != nil && !known.contains($0["url"]?.text) }
        guard let own else { return }
        findings.add(
            .simplified,
            "these requests have a server of their own; the servers of the document are used",
            at: own.range,
            hint: "declare an API with this `baseURL:`, and name it under `api:` of the endpoints"
        )
    }

    private static func version2(
        _ root: YAMLNode,
        _ findings: inout Findings
    ) -> [ProposedAPI.Server] {
        guard let host = root["host"], let name = host.sentence else {
            if let path = root["basePath"], let text = path.sentence, text != "/" {
                _ = isBaseURL(text, writtenAs: text, at: path.range, &findings)
            }
            return []
        }
        let schemes = root["schemes"]?.elements.compactMap(\.text) ?? []
        let scheme = schemes.contains("https") || !schemes.contains("http") ? "https" : "http"
        let path = root["basePath"]?.sentence ?? ""
        let url = BaseURL.trimmed("\(scheme)://\(name)\(path)")
        guard isBaseURL(url, writtenAs: url, at: host.range, &findings) else { return [] }
        return [ProposedAPI.Server(environment: "production", url: url)]
    }

    /// The URL with the defaults of its variables.
    private static func filled(_ text: String, _ variables: YAMLNode?) -> String {
        var url = text
        for pair in variables?.pairs ?? [] {
            guard let name = pair.key.text else { continue }
            let value = pair.value["default"]?.text ?? pair.value["enum"]?.elements.first?.text
            url = url.replacing("{\(name)}", with: value ?? name)
        }
        return url
    }

    /// Reports that variables have other values than the default.
    private static func reportChoices(
        of variables: YAMLNode?,
        in text: String,
        _ findings: inout Findings
    ) {
        let hasChoices = variables?.pairs.contains { pair in
            text.contains("{\(pair.key.text ?? "")}") && pair.value["enum"]?.elements.count != 1
        }
        guard let variables, hasChoices == true else { return }
        findings.add(
            .simplified,
            "the server \(text.quoted) is used only with the defaults of its variables",
            at: variables.range,
            hint: "write the other URLs under `baseURL:`, by environment"
        )
    }

    /// Whether a URL is a base URL; the reason is reported if it is not.
    private static func isBaseURL(
        _ url: String,
        writtenAs text: String,
        at range: SourceRange,
        _ findings: inout Findings
    ) -> Bool {
        guard let problem = BaseURL.problem(url) else { return true }
        findings.add(
            .leftOut,
            url.contains("://")
                ? "the server \(text.quoted) is left out: \(problem)"
                : "the server \(text.quoted) is not an absolute URL with http or https, and is left out",
            at: range,
            hint: url.contains("://") ? nil : "write it under `baseURL:`"
        )
        return false
    }

    /// The purpose of a server, by its description or its host.
    private static func environment(
        _ description: String?,
        _ url: String,
        _ others: [ProposedAPI.Server]
    ) -> String {
        let words = NameWords("\(description ?? "") \(url)").words.map { $0.lowercased() }
        let known = [
            ("sandbox", "sandbox"), ("staging", "staging"), ("stage", "staging"),
            ("development", "development"), ("dev", "development"), ("test", "test"),
            ("localhost", "local"), ("local", "local"), ("production", "production"),
        ]
        let found = known.first { words.contains($0.0) }?.1
        let taken = others.map(\.environment)
        let candidates = [found ?? "production", "server\(others.count + 1)"]
        return candidates.first { !taken.contains($0) } ?? "server\(others.count + 1)x"
    }
}
