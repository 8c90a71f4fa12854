/// The location of bodies of one kind: a folder without the parts that identify single bodies.
struct BodyFolder: Hashable, Sendable {
    /// The names of the folders; nil for one that is an identity.
    let parts: [String?]

    /// Determines the folder of a file.
    init(ofFile path: String) {
        parts = path.split(separator: "/").dropLast().map { part in
            Self.isIdentity(part) ? nil : String(part)
        }
    }

    /// The last name; nil if there is only `.`.
    var name: String? {
        parts.last { $0 != nil && $0 != "." && $0 != ".." }.flatMap { $0 }
    }

    /// Whether the files in it are named by identities.
    var isOfItems: Bool { parts.last == .some(nil) }

    /// Whether a path component is an identity, not a name.
    static func isIdentity(_ part: some StringProtocol) -> Bool {
        if part.isEmpty { return false }
        if part.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
            return true
        }
        var text = String(part)
        let isUUID = text.withUTF8 { TextForms(of: $0, among: .all).contains(.anyUUID) }
        // A long word with an unusual mix of digits and letters: a key, or a token.
        let digits = part.utf8.lazy.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let isKey =
            part.utf8.count >= 16 && digits.count >= 4 && !part.contains(".")
            || part.utf8.count > 40
        return isUUID || isKey
    }

    /// The part of a file name that suggests the type: `user` for `user-12.payload.json`.
    static func stem(ofFile path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        let name = file.split(separator: ".").first ?? ""
        var stem = name[...]
        while let last = stem.last, last.isNumber || "-_ ".contains(last) { stem.removeLast() }
        return String(stem)
    }

    /// File names without information about the contents.
    static let emptyNames: Set<String> = [
        "", "index", "data", "response", "body", "payload", "sample", "test", "example", "result",
        "output", "input", "page", "<stdin>",
    ]
}
