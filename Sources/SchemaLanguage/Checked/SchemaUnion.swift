/// The declarations of several outputs as one schema, such as for a server that serves all of them.
package struct SchemaUnion {
    /// The schema; declarations that an output imports are there once, from the output that declares
    /// them.
    package let schema: CheckedSchema
    /// The first name that two outputs declare; nil if all names differ.
    package var sharedName: String? { namespaces.lazy.compactMap(Self.firstRepeated).first }

    /// Unites schemas.
    package init(_ schemas: [CheckedSchema]) {
        schema = CheckedSchema(uniting: schemas.map(\.own))
    }

    /// The names that must differ from one another.
    private var namespaces: [[String]] {
        let types =
            schema.enumerations.map(\.head) + schema.scalars.map(\.head)
            + schema.unions.map(\.head) + schema.values.map(\.head) + schema.entities.map(\.head)
        return [
            types.map(\.name), schema.apis.map(\.head.name), schema.endpoints.map(\.head.name),
            schema.repositories.map(\.head.name),
        ]
    }

    private static func firstRepeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }
}
