/// A URL or a relative reference without its fragment, which identifies a schema or a file.
package struct ResourceURL: Hashable, Sendable {
    /// The scheme in lower case, without its colon.
    private(set) package var scheme: String?
    /// The authority, without the slashes.
    private(set) package var authority: String?
    /// The path with the query.
    private(set) package var path: String

    /// The URL of a file path, without a scheme.
    init(path: String) {
        self.path = path
    }

    /// Parses a reference (RFC 3986, appendix B), and drops its fragment.
    ///
    /// - Parameter text: The reference.
    package init(_ text: some StringProtocol) {
        var rest = Substring(text.prefix { $0 != "#" })
        let head = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        // A single letter before a colon is a Windows drive.
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

    /// Whether it is a file next to the documents, not on another host.
    var isOfFile: Bool { scheme == nil && authority == nil }

    /// The URL as text.
    package var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
    }

    /// Resolves a reference against this URL (RFC 3986, section 5.2).
    ///
    /// - Parameter reference: The reference, which may be absolute.
    /// - Returns: The resolved URL.
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

    /// Removes `.` and `..`; keeps leading `..` of a file path.
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
