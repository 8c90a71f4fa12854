/// The URL of an entity, whose last path component is the identifier.
package struct ReferenceURL: Hashable, Sendable {
    /// The URL with `{id}` in place of the identifier.
    let template: String

    package init(template: String) {
        self.template = template
    }

    /// Returns the URL for an identifier.
    ///
    /// - Parameter id: The identifier, not percent-encoded.
    /// - Returns: The URL; nil for an identifier that is invalid there: an empty one would result
    ///   in the URL of the collection, and `.` and `..` are resolved, encoded or not.
    package func text(of id: String) -> String? {
        Self.notInPaths.contains(id)
            ? nil : template.replacing("{id}", with: PercentEncoding.encode(id))
    }

    /// Returns the identifier in a URL, absolute or relative; trailing slashes, query and fragment
    /// are ignored.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The identifier, not percent-encoded; nil if the path has none.
    package static func identity(in url: String) -> String? {
        var path = url.prefix { $0 != "?" && $0 != "#" }
        let scheme = path.prefix { $0 != ":" && $0 != "/" }
        let isAbsolute = path.dropFirst(scheme.count).hasPrefix(":")
        if isAbsolute { path = path.dropFirst(scheme.count + 1) }
        if path.hasPrefix("//") {
            path = path.dropFirst(2).drop { $0 != "/" }
        } else if isAbsolute {
            // A `urn:`, for example, has no path with components.
            return nil
        }
        while path.hasSuffix("/") { path = path.dropLast() }
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let component = path[start...]
        return PercentEncoding.decode(component).flatMap { notInPaths.contains($0) ? nil : $0 }
    }

    private static let notInPaths: Set = ["", ".", ".."]
}
