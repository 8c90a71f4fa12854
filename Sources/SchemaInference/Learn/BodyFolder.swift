/// Where bodies of one kind are: a folder, in which what tells single bodies apart is left out.
struct BodyFolder: Hashable, Sendable {
    /// The names of the folders; nil for one that is an identity.
    let parts: [String?]

    /// Finds the folder of a file.
    init(ofFile path: String) {
        parts = path.split(separator: "/").dropLast().map { part in
            Self.isIdentity(part) ? nil : String(part)
        }
    }

    /// The last name; nil where there is none but `.`.
    var name: String? {
        parts.last { $0 != nil && $0 != "." && $0 != ".." }.flatMap { $0 }
    }

    /// Whether the bodies in it are called by their identities.
    var isOfItems: Bool { parts.last == .some(nil) }

    /// Whether a part of a path is an identity, and no name.
    static func isIdentity(_ part: some StringProtocol) -> Bool {
        if part.isEmpty { return false }
        if part.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
            return true
        }
        var text = String(part)
        let isUUID = text.withUTF8 { TextForms(of: $0, among: .all).contains(.anyUUID) }
        // A long word in which digits and letters are mixed as nobody writes them: a key, or a token.
        let digits = part.utf8.lazy.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let isKey =
            part.utf8.count >= 16 && digits.count >= 4 && !part.contains(".")
            || part.utf8.count > 40
        return isUUID || isKey
    }

    /// What the name of a file says of the kind of its bodies: `user` of `user-12.payload.json`.
    static func stem(ofFile path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let name = file.split(separator: ".").first ?? ""
        var stem = name[...]
        while let last = stem.last, last.isNumber || "-_ ".contains(last) { stem.removeLast() }
        return String(stem)
    }

    /// Names of files that say nothing of what is in them.
    static let emptyNames: Set<String> = [
        "", "index", "data", "response", "body", "payload", "sample", "test", "example", "result",
        "output", "input", "page", "<stdin>",
    ]
}
