import SchemaLanguage

extension DeclarationTraits {
    /// The conformances that the schema asks for, one extension each.
    ///
    /// ```swift
    /// nonisolated extension Message: Codable {}
    /// ```
    func extensions(of type: String) -> Block {
        Block(
            paragraphs: conformances.map { Block(["nonisolated extension \(type): \($0) {}"]) }
        )
    }
}
