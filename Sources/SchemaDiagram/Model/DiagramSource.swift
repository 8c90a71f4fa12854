package import SchemaLanguage

/// A checked schema, with the lines where its declarations are written: what diagrams are made of.
package struct DiagramSource: Sendable {
    /// The schema.
    package let schema: CheckedSchema
    /// The lines of its declarations.
    package let places: DeclarationPlaces

    /// Puts a schema and its lines together.
    package init(schema: CheckedSchema, places: DeclarationPlaces) {
        self.schema = schema
        self.places = places
    }

    /// The line of a declaration, or of a property, case or operation of it.
    ///
    /// - Parameters:
    ///   - kind: What is declared.
    ///   - head: The declaration.
    ///   - member: The name of the property, case or operation; nil for the declaration itself.
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
