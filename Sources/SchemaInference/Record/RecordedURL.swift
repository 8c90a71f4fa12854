import SchemaImport

/// The parts of a URL in a recording.
struct RecordedURL {
    /// Scheme, host and port: `https://api.example.com`.
    let origin: String
    /// The parts of the path, percent-decoded, without the parameters that some have behind a `;`.
    let path: [String]
    /// The parameters of the query, percent-decoded, in order.
    let query: [RecordedField]

    /// Splits a URL; nil where it is none of HTTP.
    init?(_ text: String) {
        guard let scheme = text.range(of: "://"),
            ["http", "https"].contains(text[..<scheme.lowerBound])
        else { return nil }
        let rest = text[scheme.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        // Before an '@' there would be a name and a password.
        guard !host.isEmpty else { return nil }
        let authority = host.split(separator: "@").last ?? host
        origin = String(text[..<scheme.upperBound] + authority)
        let address = rest.dropFirst(host.count)
        let path = address.prefix { $0 != "?" }
        self.path = path.split(separator: "/").map { $0.prefix { $0 != ";" } }
            .filter { !$0.isEmpty }.map(\.percentDecoded)
        query = Self.fields(of: address.dropFirst(path.count + 1))
    }

    /// The names and the values of a query, or of a form in its encoding.
    static func fields(of text: Substring) -> [RecordedField] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return RecordedField(name: Self.field(name), value: Self.field(value))
        }
    }

    /// A name or a value of a query, in which `+` is a blank.
    private static func field(_ text: Substring) -> String {
        text.replacing("+", with: " ").percentDecoded
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
