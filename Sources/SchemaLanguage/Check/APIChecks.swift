import Diagnostics

/// Checks that every named API exists, and that every endpoint belongs to one.
struct APIReferenceCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        // Which API is meant is unknown until all files can be read.
        guard !index.lacksDeclarations else { return [] }
        let documents = index.ownDocuments
        let known = documents.flatMap(\.apis).map(\.heading.name.value)
        var diagnostics: [Diagnostic] = []
        for document in documents {
            let named =
                [document.api] + document.enumerations.map(\.heading.api)
                + document.scalars.map(\.heading.api) + document.unions.map(\.heading.api)
                + document.values.map(\.heading.api) + document.entities.map(\.heading.api)
                + document.endpoints.map(\.heading.api)
            for name in named.compactMap(\.self) where index.api(named: name.value) == nil {
                diagnostics.append(
                    Diagnostic(
                        rule: SchemaRule.unknownAPI,
                        "unknown API '\(name.value)'",
                        at: name.range,
                        hint: NearestSpelling.hint(for: name.value, in: known)
                            ?? (known.isEmpty
                                ? "declare it under `apis:`, with its `baseURL`"
                                : "declared under `apis:`: \(known.listed(by: "and")); add another "
                                    + "one there")
                    )
                )
            }
            diagnostics += ambiguous(in: document, index, known: known)
        }
        return diagnostics
    }

    private func ambiguous(
        in document: SchemaDocument,
        _ index: SchemaIndex,
        known: [String]
    ) -> [Diagnostic] {
        guard known.count > 1, document.api == nil, !document.hasUnreadableAPI else { return [] }
        let remote = Set(
            index.repositoriesInUse.filter { $0.operations.remote?.isEmpty == false }
                .map(\.entity.value)
        )
        let entities = document.entities.map(\.heading).filter { remote.contains($0.name.value) }
        let endpoints = document.endpoints.map { ("the endpoint", $0.heading) }
        let headings = entities.map { ("the entity", $0) } + endpoints
        return headings.compactMap { kind, heading in
            guard heading.api == nil, !heading.hasUnreadableAPI,
                index.api(of: heading, in: document) == nil
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.ambiguousAPI,
                "\(kind) '\(heading.name.value)' does not specify its API: "
                    + "\(known.listed(by: "or"))",
                at: heading.name.range,
                hint: "add `api:`, here or at the top of the file"
            )
        }
    }
}

/// Checks that base URLs and header fields form valid requests.
struct APIAddressCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.apis).flatMap { api in
            // Names that no request can have are reported one by one.
            let names = api.headers.map(\.name).filter {
                HeaderField.problem($0) == nil && !HeaderField.isOfOneRequest($0.value)
            }
            var found = api.baseURLs.compactMap { diagnostic(for: $0) }
            found += api.baseURLs.compactMap { environment(of: $0) }
            found += api.headers.compactMap { diagnostic(for: $0) }
            return found + HeaderField.duplicates(names)
        }
    }

    private func diagnostic(for base: APIDeclaration.BaseURL) -> Diagnostic? {
        guard let problem = BaseURL.problem(base.url.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidBaseURL,
            "expected a base URL such as https://api.example.com/v1, \(problem)",
            at: base.url.range,
            hint: base.url.value.contains("://")
                || BaseURL.problem("https://" + base.url.value) != nil
                ? nil : "write https://\(base.url.value.shortened(to: 60))"
        )
    }

    private func environment(of base: APIDeclaration.BaseURL) -> Diagnostic? {
        let name = base.environment.value
        guard
            name == "mock"
                || !name.unicodeScalars.enumerated().allSatisfy({
                    $1.isNamePart(first: $0 == 0)
                })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidBaseURL,
            name == "mock"
                ? "the environment 'mock' takes no URL: it responds with the examples"
                : "expected the name of an environment, found '\(name.shortened(to: 40))'",
            at: base.environment.range,
            hint: name == "mock"
                ? nil : "a name has letters, digits and '_', and does not start with a digit"
        )
    }

    private func diagnostic(for header: APIDeclaration.Header) -> Diagnostic? {
        if let problem = HeaderField.problem(header.name) { return problem }
        if HeaderField.isOfOneRequest(header.name.value) {
            return Diagnostic(
                rule: SchemaRule.invalidHeader,
                "the header field '\(header.name.value)' belongs to a single request, but would be "
                    + "sent with every one",
                at: header.name.range,
                hint: "declare it under `headers:` of the endpoints that need it"
            )
        }
        if !HeaderField.isValue(header.value.value) {
            return Diagnostic(
                rule: SchemaRule.invalidHeader,
                "the value of a header field must be one line of printable text",
                at: header.value.range
            )
        }
        return nil
    }
}

/// The grammar of base URLs: `http` or `https`, a host, an optional port and path.
package enum BaseURL {
    /// The problem with a string as a base URL; nil if there is none.
    package static func problem(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /([^:\/]*):\/\/([^\/?#]*)([^?#]*)(.*)/) else {
            return "found '\(text.shortened(to: 60))'"
        }
        let (_, scheme, authority, path, rest) = match.output
        if !["http", "https"].contains(scheme.lowercased()) { return "found scheme '\(scheme)'" }
        if authority.contains("@") { return "found a user or a password in it" }
        guard
            let host = authority.wholeMatch(
                of: /([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/
            ), isHost(host.1)
        else { return "found the host '\(authority.shortened(to: 60))'" }
        if let port = host.2, !(1...65_535).contains(Int(port) ?? 0) { return "found port \(port)" }
        if !rest.isEmpty { return "found a query or a fragment in it" }
        if !path.isURLPath || path.split(separator: "/").contains(where: \.isDotSegment) {
            return "found the path '\(path.shortened(to: 60))'"
        }
        return nil
    }

    /// Whether a string is a host: an IPv6 address in brackets, or labels that are not empty.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") { return text.count(where: { $0 == ":" }) >= 2 }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.hasPrefix("-") && !$0.hasSuffix("-")
        }
    }

    /// The URL without trailing slashes.
    package static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}

extension Substring {
    /// Whether the part of a path is `.` or `..`, including the encodings that servers accept.
    var isDotSegment: Bool {
        // Most segments are neither, as their first byte shows.
        guard let first = utf8.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "%")
        else { return false }
        let plain = lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    }

    /// Whether a URL can contain this path unchanged (RFC 3986, section 3.3).
    ///
    /// Not a regular expression, which would be compiled at each use, for thousands of paths.
    var isURLPath: Bool {
        var bytes = utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard bytes.next()?.isHexadecimalDigit == true,
                    bytes.next()?.isHexadecimalDigit == true
                else { return false }
            } else if !byte.isURLPathCharacter {
                return false
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isHexadecimalDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    fileprivate var isURLPathCharacter: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || "/-_.~!$&'()*+,;=:@".utf8.contains(self)
    }
}

/// The grammar of header fields (RFC 9110, section 5).
package enum HeaderField {
    /// Fields that the transport sets; a second value would break the message.
    static let ofTransport: Set = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    /// Fields that depend on one request, or ask for a part of a response (RFC 9110, sections 13
    /// and 14): the sender of the request sets them.
    static let ofOneRequest: Set = [
        "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
        "range",
    ]

    /// Fields that the runtime sets for the encoding of bodies, the use of stored responses, and
    /// the resumption of streams.
    static let ofRuntime: Set = [
        "accept", "accept-encoding", "cache-control", "content-encoding", "content-type",
        "last-event-id", "priority",
    ]

    /// Whether the runtime sets the field, at least in some requests.
    static func isOfRuntime(_ name: String) -> Bool {
        ofRuntime.contains(name.lowercased()) || isOfOneRequest(name)
    }

    /// Whether a field makes sense in a single request only.
    package static func isOfOneRequest(_ name: String) -> Bool {
        ofOneRequest.contains(name.lowercased())
    }

    static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil
    }

    /// Whether the transport sets the field.
    package static func isOfTransport(_ name: String) -> Bool {
        ofTransport.contains(name.lowercased())
    }

    /// The problem with a name; nil if a schema can set the field of a request.
    static func problem(_ name: Located<String>, hint: String = "drop it") -> Diagnostic? {
        if let problem = nameProblem(name) { return problem }
        guard isOfTransport(name.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidHeader,
            "the header field '\(name.value.shortened(to: 40))' is set by the transport",
            at: name.range,
            hint: hint
        )
    }

    /// The problem with a name; nil if a response can have the field.
    static func nameProblem(_ name: Located<String>) -> Diagnostic? {
        guard !isName(name.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidHeader,
            "expected the name of a header field, found '\(name.value.shortened(to: 40))'",
            at: name.range
        )
    }

    /// The duplicates among valid names of one message, which are case-insensitive.
    static func duplicates(_ names: [Located<String>]) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        return names.compactMap { name in
            guard let first = seen.updateValue(name, forKey: name.value.lowercased()),
                // The same spelling is a duplicate key or parameter, which another check reports.
                first.value != name.value
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidHeader,
                "the header field '\(name.value.shortened(to: 40))' is declared twice, ignoring "
                    + "case",
                at: name.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)]
            )
        }
    }

    package static func isValue(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\t" || (0x20...0x7E).contains($0.value) }
    }
}
