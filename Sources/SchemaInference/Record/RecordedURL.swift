/// The parts of a URL in a recording.
struct RecordedURL {
    /// Scheme, host and port: `https://api.example.com`.
    let origin: String
    /// The parts of the path, percent-decoded.
    let path: [String]
    /// The parameters of the query, percent-decoded, in order.
    let query: [(name: String, value: String)]

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
        self.path = path.split(separator: "/").map { Self.decoded($0) }
        let query = address.dropFirst(path.count + 1)
        self.query = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (
                Self.decoded(name, isForm: true),
                Self.decoded(pair.dropFirst(name.count + 1), isForm: true)
            )
        }
    }

    /// A text without percent encoding.
    private static func decoded(_ text: Substring, isForm: Bool = false) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(isForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
