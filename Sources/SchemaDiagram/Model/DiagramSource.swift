package import SchemaLanguage

/// A checked schema with the lines of its declarations: the input of diagrams.
package struct DiagramSource: Sendable {
    /// The schema.
    package let schema: CheckedSchema
    /// The lines of its declarations.
    package let places: DeclarationPlaces

    /// Combines a schema with its lines.
    package init(schema: CheckedSchema, places: DeclarationPlaces) {
        self.schema = schema
        self.places = places
    }

    /// The line of a declaration, or of one of its properties, cases or operations.
    ///
    /// - Parameters:
    ///   - kind: The kind of declaration.
    ///   - head: The declaration.
    ///   - member: The name of the property, case or operation; nil for the declaration.
    /// - Returns: The line.
    package func line(
        of kind: DeclarationPlaces.Kind,
        _ head: DeclarationHead,
        member: String? = nil
    ) -> SchemaLine {
        let number = places.line(of: kind, head.name, member: member, in: head.schemaPath)
        return SchemaLine(path: head.schemaPath, number: number)
    }
}
