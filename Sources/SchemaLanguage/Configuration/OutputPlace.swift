/// Decides where generated files can go: Repogen replaces and deletes the files in their folder, so
/// it must contain neither the package nor its schemas.
package enum OutputPlace {
    /// The problem with a folder, and the hint.
    ///
    /// - Parameters:
    ///   - folder: The output folder, relative to the package.
    ///   - schemas: The folders or files of the schemas, relative to the package. Files may go next
    ///     to
    ///     schemas, and into a folder among them.
    /// - Returns: A message with a hint; nil if files can go there.
    package static func problem(
        of folder: String,
        schemas: [String]
    ) -> (message: String, hint: String)? {
        if folder.hasPrefix("/") { return nil }
        let parts = parts(of: folder)
        if parts.allSatisfy({ $0 == ".." }) {
            return (
                "the output '\(folder.isEmpty ? "." : folder.shortened(to: 80))' contains the "
                    + "whole package",
                "use a separate folder for generated files, such as Sources/App/Generated"
            )
        }
        for path in schemas where !path.hasPrefix("/") {
            var place = Self.parts(of: path)
            // Schemas that are listed as files form no folder.
            if [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) { place.removeLast() }
            guard place.starts(with: parts), place.count > parts.count else { continue }
            let name = folder.shortened(to: 80)
            return (
                "the output '\(name)' contains the schemas '\(path.shortened(to: 80))'",
                "use a separate folder for generated files, such as \(name)/Generated"
            )
        }
        return nil
    }

    /// The components of the path as case-insensitive disks compare them.
    static func comparableParts(of path: String) -> [String] {
        parts(of: path).map { $0.lowercased() }
    }

    /// The components of the path, normalized: `a/../b` is `b`.
    static func parts(of path: String) -> [Substring] {
        path.split(separator: "/").reduce(into: []) { parts, part in
            if part == "." { return }
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
    }
}
