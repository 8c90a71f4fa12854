import SchemaImport

/// The parts of a URL in a recording.
struct RecordedURL {
    /// Scheme, host and port: `https://api.example.com`.
    let origin: String
    /// The path components, percent-decoded, without parameters after a `;`.
    let path: [String]
    /// Whether the path has a slash after its last component.
    let endsWithSlash: Bool
    /// The query parameters, percent-decoded, in order.
    let query: [RecordedField]

    /// Parses a URL; nil if it is not HTTP.
    init?(_ text: String) {
        guard let scheme = text.range(of: "://"),
            ["http", "https"].contains(text[..<scheme.lowerBound])
        else { return nil }
        let rest = text[scheme.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        // The part before an '@' would be a name and a password.
        guard !host.isEmpty else { return nil }
        let authority = host.split(separator: "@").last ?? host
        origin = String(text[..<scheme.upperBound] + authority)
        let address = rest.dropFirst(host.count)
        let path = address.prefix { $0 != "?" }
        self.path = path.split(separator: "/").map { $0.prefix { $0 != ";" } }
            .filter { !$0.isEmpty }.map(\.percentDecoded)
        endsWithSlash = path.count > 1 && path.hasSuffix("/")
        query = Self.fields(of: address.dropFirst(path.count + 1))
    }

    /// The names and values of a query or a URL-encoded form.
    static func fields(of text: Substring) -> [RecordedField] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return RecordedField(name: Self.field(name), value: Self.field(value))
        }
    }

    /// A name or a value in a query, in which `+` is a space.
    private static func field(_ text: Substring) -> String {
        text.replacing("+", with: " ").percentDecoded
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
