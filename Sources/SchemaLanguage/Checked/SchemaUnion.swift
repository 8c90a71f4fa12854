/// The declarations of several outputs as one schema, such as for a server that serves all of them.
package struct SchemaUnion {
    /// The schema; declarations that an output imports are there once, from the output that declares
    /// them.
    package private(set) var schema = CheckedSchema()
    /// The first name that two outputs declare; nil if all names differ.
    package private(set) var sharedName: String?

    /// Unites schemas.
    package init(_ schemas: [CheckedSchema]) {
        let own = schemas.map(\.own)
        schema = CheckedSchema(
            apis: own.flatMap(\.apis),
            enumerations: own.flatMap(\.enumerations),
            scalars: own.flatMap(\.scalars),
            unions: own.flatMap(\.unions),
            values: own.flatMap(\.values),
            entities: own.flatMap(\.entities),
            endpoints: own.flatMap(\.endpoints),
            repositories: own.flatMap(\.repositories)
        )
        sharedName = namespaces.lazy.compactMap(Self.firstRepeated).first
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
