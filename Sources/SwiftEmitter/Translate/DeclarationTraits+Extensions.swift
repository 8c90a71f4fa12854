import SchemaLanguage

extension DeclarationTraits {
    /// The conformances that the schema declares, one extension each.
    ///
    /// ```swift
    /// nonisolated extension Message: Codable {}
    /// ```
    ///
    /// - Parameters:
    ///   - type: The name of the type.
    ///   - given: Protocols that it already conforms to, by all their names.
    /// - Returns: The extensions, with a blank line between them.
    func extensions(of type: String, given: Set<String> = []) -> Block {
        Block(
            paragraphs: conformances.filter { !given.contains($0) }
                .map { Block(["nonisolated extension \(type): \($0) {}"]) }
        )
    }

    /// The modules of the conformances: the part before the first dot, and Foundation for those of
    /// its protocols that have no requirements.
    var modules: Set<String> {
        let seen: Set = ["RepositoryValues", "Swift"]
        let foundation: Set = ["CustomNSError", "LocalizedError"]
        return Set(
            conformances.compactMap { name in
                guard let dot = name.firstIndex(of: ".") else {
                    return foundation.contains(name) ? "Foundation" : nil
                }
                return String(name[..<dot])
            }
        ).subtracting(seen)
    }
}
