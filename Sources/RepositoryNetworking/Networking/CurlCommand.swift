import Foundation
import HTTPTypes

/// A request formatted as a curl command.
struct CurlCommand {
    let hop: Hop
    let api: any APIDefinition.Type
    let showsSecrets: Bool

    /// The command, with one option per line.
    var text: String {
        var lines = ["curl"]
        if hop.method == .head {
            lines.append("--head")
        } else if hop.method != .get || hop.body != nil {
            lines.append("--request \(hop.method.rawValue)")
        }
        lines += hop.fields.map { field in
            // curl drops a field with an empty value, unless a semicolon replaces the colon.
            let value = isShown(field.name) ? field.value : Redacted().description
            return "--header "
                + Self.quoted(
                    value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(value)"
                )
        }
        var input = ""
        switch body {
        case .none: break
        case .text(let text): lines.append("--data-raw \(Self.quoted(text))")
        case .file(let path): lines.append("--data-binary \(Self.quoted("@" + path))")
        case .bytes(let data):
            input = "echo \(data.base64EncodedString()) | base64 --decode | "
            lines.append("--data-binary @-")
        }
        lines.append(Self.quoted((showsSecrets ? hop.requestURL : hop.url).absoluteString))
        return input + lines.joined(separator: " \\\n    ")
    }

    private enum Body {
        case none
        case text(String)
        case bytes(Data)
        case file(String)
    }

    private var body: Body {
        if let source = hop.source {
            guard let file = source.file else {
                return .text(source.length.map { "<\($0) bytes>" } ?? "<stream>")
            }
            return .file(file.url.path)
        }
        guard let data = hop.body else { return .none }
        guard showsSecrets else {
            let shown = BodyText.of(data, as: .values, of: api)
            return .text(shown ?? "<\(data.count) bytes>")
        }
        // An argument cannot contain a zero byte.
        guard let text = String(data: data, encoding: .utf8), !data.contains(0) else {
            return .bytes(data)
        }
        return .text(text)
    }

    private func isShown(_ name: HTTPField.Name) -> Bool {
        guard !showsSecrets else { return true }
        return !api.authentication.headerNames.contains(name)
            && !LoggingMiddleware.secrets.contains(name)
    }

    /// Returns a string quoted as one word of a shell.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }
}

extension NetworkingSession {
    /// Returns a request as a curl command, for example to repeat it in a terminal.
    ///
    /// ```swift
    /// let networking = session.with(.custom(stage: .exchange) { request, next in
    ///     print(try await session.curlCommand(for: request))
    ///     return try await next.send(request)
    /// })
    /// ```
    ///
    /// Unless `showsSecrets` is true, the function requests no credential. `<redacted>` replaces
    /// the header fields that logs never show, and the ``APIDefinition/redactedKeys`` in JSON. If
    /// the API does not declare redacted keys, each value is replaced with the name of its JSON
    /// type. A long body is truncated. A body that is not JSON, or that consists of several files,
    /// is represented by its size. The path and the query are shown.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - showsSecrets: Whether the command contains all values, including credentials and
    ///     cookies.
    /// - Returns: The command.
    /// - Throws: `NetworkingError` if the request cannot be sent.
    public func curlCommand(
        for request: NetworkingRequest,
        showingSecrets showsSecrets: Bool = false
    ) async throws(NetworkingError) -> String {
        var hop = try firstHop(of: request)
        if showsSecrets {
            try await authenticate(&hop, of: request, until: end(of: request))
            cookies?.add(to: &hop)
        }
        return CurlCommand(hop: hop, api: api(of: request), showsSecrets: showsSecrets).text
    }
}
