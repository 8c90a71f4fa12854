/// Where generated files may go: what is in their folder is Repogen's to replace and to remove, so they
/// get one that holds neither the package nor its schemas.
package enum OutputPlace {
    /// What is wrong with a folder, and what to write instead.
    ///
    /// - Parameters:
    ///   - folder: The output folder, relative to the package.
    ///   - schemas: The folders or files of the schemas, relative to the package. Beside schemas, and in
    ///     a folder among them, files may go.
    /// - Returns: a message with a hint; nil where files may go there.
    package static func problem(
        of folder: String,
        schemas: [String]
    ) -> (message: String, hint: String)? {
        if folder.hasPrefix("/") { return nil }
        let parts = parts(of: folder)
        if parts.allSatisfy({ $0 == ".." }) {
            return (
                "the output '\(folder.isEmpty ? "." : folder.shortened(to: 80))' holds the whole package",
                "give generated files a folder of their own, such as Sources/App/Generated"
            )
        }
        for path in schemas where !path.hasPrefix("/") {
            var place = Self.parts(of: path)
            // Schemas that are named one by one are no folder to be held.
            if [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) { place.removeLast() }
            guard place.starts(with: parts), place.count > parts.count else { continue }
            let name = folder.shortened(to: 80)
            return (
                "the output '\(name)' holds the schemas '\(path.shortened(to: 80))'",
                "give generated files a folder of their own, such as \(name)/Generated"
            )
        }
        return nil
    }

    /// The folders on the way as disks compare them that take `Gen` and `gen` for one.
    static func comparableParts(of path: String) -> [String] {
        parts(of: path).map { $0.lowercased() }
    }

    /// The folders on the way, without detours: `a/../b` is `b`.
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
