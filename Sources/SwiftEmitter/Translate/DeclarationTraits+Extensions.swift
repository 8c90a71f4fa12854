import SchemaLanguage

extension DeclarationTraits {
    /// The conformances that the schema asks for, one extension each.
    ///
    /// ```swift
    /// nonisolated extension Message: Codable {}
    /// ```
    ///
    /// - Parameters:
    ///   - type: the name of the type.
    ///   - given: protocols that it conforms to anyway, by all their names.
    /// - Returns: the extensions, with a line between them.
    func extensions(of type: String, given: Set<String> = []) -> Block {
        Block(
            paragraphs: conformances.filter { !given.contains($0) }
                .map { Block(["nonisolated extension \(type): \($0) {}"]) }
        )
    }

    /// The modules of the conformances: what stands before the first dot, and Foundation for those of
    /// its protocols that need no member.
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
