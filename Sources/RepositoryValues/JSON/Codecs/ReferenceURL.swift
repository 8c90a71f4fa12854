/// The URL of an entity, in whose path the last component is the identity.
package struct ReferenceURL: Hashable, Sendable {
    /// The URL with `{id}` in the place of the identity.
    let template: String

    package init(template: String) {
        self.template = template
    }

    /// The URL of an identity.
    ///
    /// - Parameter id: The identity, not percent-encoded.
    /// - Returns: The URL; nil for an identity that cannot stand there: an empty one would be the
    ///   collection, and `.` and `..` are steps, encoded or not.
    package func text(of id: String) -> String? {
        Self.notInPaths.contains(id)
            ? nil : template.replacing("{id}", with: PercentEncoding.encode(id))
    }

    /// The identity in a URL, absolute or relative, with or without slashes behind it; query and fragment
    /// do not count.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The identity, not percent-encoded; nil where the path has none.
    package static func identity(in url: String) -> String? {
        var path = url.prefix { $0 != "?" && $0 != "#" }
        let scheme = path.prefix { $0 != ":" && $0 != "/" }
        let isAbsolute = path.dropFirst(scheme.count).hasPrefix(":")
        if isAbsolute { path = path.dropFirst(scheme.count + 1) }
        if path.hasPrefix("//") {
            path = path.dropFirst(2).drop { $0 != "/" }
        } else if isAbsolute {
            // `urn:` and the like have no path with components.
            return nil
        }
        while path.hasSuffix("/") { path = path.dropLast() }
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let component = path[start...]
        return PercentEncoding.decode(component).flatMap { notInPaths.contains($0) ? nil : $0 }
    }

    private static let notInPaths: Set = ["", ".", ".."]
}
