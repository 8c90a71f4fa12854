/// A URL, or a part of one, without its fragment: what identifies a schema, or leads to a file.
package struct ResourceURL: Hashable, Sendable {
    /// The scheme in small letters, without its colon.
    private(set) package var scheme: String?
    /// The authority, without the slashes before it.
    private(set) package var authority: String?
    /// The path, with a query behind it.
    private(set) package var path: String

    /// The URL of a file by its path, which needs no scheme.
    init(path: String) {
        self.path = path
    }

    /// Splits a reference (RFC 3986, appendix B), and takes off its fragment.
    ///
    /// - Parameter text: The reference.
    package init(_ text: some StringProtocol) {
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
    package var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
    }

    /// What a reference in a resource with this URL leads to (RFC 3986, section 5.2).
    ///
    /// - Parameter reference: The reference, which may be a whole URL.
    /// - Returns: The URL that it leads to.
    package func resolving(_ reference: ResourceURL) -> ResourceURL {
        if reference.scheme != nil { return reference }
        var result = self
        let folder = path.prefix { $0 != "?" }
        if reference.authority != nil {
            result.authority = reference.authority
            result.path = reference.path
        } else if reference.path.hasPrefix("/") {
            result.path = reference.path
        } else if reference.path.hasPrefix("?") {
            result.path = folder + reference.path
        } else if !reference.path.isEmpty {
            let end = folder.lastIndex(of: "/").map(folder.index(after:)) ?? folder.startIndex
            let needsSlash = authority != nil && folder.isEmpty
            result.path = (needsSlash ? "/" : folder[..<end]) + reference.path
        }
        result.removeDots()
        return result
    }

    /// Removes `.` and `..`; of a file, leading `..` stay.
    private mutating func removeDots() {
        let folder = path.prefix { $0 != "?" }
        guard folder.contains("./") || folder.hasSuffix(".") else { return }
        var parts: [Substring] = []
        let written = folder.split(separator: "/", omittingEmptySubsequences: false)
        for part in written {
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
        if !isOfFile, written.last == "." || written.last == ".." { parts.append("") }
        path = parts.joined(separator: "/") + path[folder.endIndex...]
    }
}
