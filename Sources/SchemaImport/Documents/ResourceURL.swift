/// A URL, or a part of one, without its fragment: what identifies a schema, or leads to a file.
struct ResourceURL: Hashable {
    /// The scheme in small letters, without its colon.
    private(set) var scheme: String?
    /// The authority, without the slashes before it.
    private(set) var authority: String?
    /// The path, with a query behind it.
    private(set) var path: String

    /// The URL of a file by its path, which needs no scheme.
    init(path: String) {
        self.path = path
    }

    /// Splits a reference (RFC 3986, appendix B), and takes off its fragment.
    init(_ text: some StringProtocol) {
        var rest = Substring(text.prefix { $0 != "#" })
        let head = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        // A single letter before a colon is a drive.
        if head.count > 1, head.first?.isLetter == true, rest[head.endIndex...].first == ":" {
            scheme = head.lowercased()
            rest = rest[head.endIndex...].dropFirst()
        }
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            self.authority = authority.lowercased()
            rest = rest[authority.endIndex...]
        }
        path = String(rest)
    }

    /// Whether it is that of a file next to the documents, and of no other machine.
    var isOfFile: Bool { scheme == nil && authority == nil }

    /// The whole, as text.
    var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
    }

    /// What a reference in a resource with this URL leads to (RFC 3986, section 5.2).
    func resolving(_ reference: ResourceURL) -> ResourceURL {
        if reference.scheme != nil { return reference }
        var result = self
        if reference.authority != nil {
            result.authority = reference.authority
            result.path = reference.path
        } else if reference.path.hasPrefix("/") {
            result.path = reference.path
        } else if !reference.path.isEmpty {
            let folder = path.prefix { $0 != "?" }
            let end = folder.lastIndex(of: "/").map(folder.index(after:)) ?? folder.startIndex
            let needsSlash = authority != nil && folder.isEmpty
            result.path = (needsSlash ? "/" : folder[..<end]) + reference.path
        }
        result.removeDots()
        return result
    }

    /// Removes `.` and `..`; of a file, leading `..` stay.
    private mutating func removeDots() {
        guard path.contains("./") || path.hasSuffix(".") else { return }
        var parts: [Substring] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": break
            case "..":
                if let last = parts.last, last != "..", !last.isEmpty {
                    parts.removeLast()
                } else if isOfFile {
                    parts.append(part)
                }
            default: parts.append(part)
            }
        }
        path = parts.joined(separator: "/")
    }
}
