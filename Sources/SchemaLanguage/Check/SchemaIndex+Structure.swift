extension SchemaIndex {
    /// A declaration with properties, as written and as resolved.
    ///
    /// A class, because every check looks structures up, and copies of their contents would take
    /// time.
    final class Structure: Sendable {
        let kind: Kind
        let heading: DeclarationHeading
        let document: SchemaDocument
        let traits: TraitsDeclaration
        /// The identity of an entity.
        let identity: PropertyDeclaration?
        /// The mixins that it includes.
        let includes: [Located<String>]
        /// The properties that are declared in it.
        let ownProperties: [PropertyDeclaration]
        /// All properties: the identity of an entity first, those of mixins last.
        let properties: [PropertyDeclaration]

        private init(
            _ value: StructureDeclaration,
            in document: SchemaDocument,
            _ mixins: MixinIndex
        ) {
            kind = .value
            heading = value.heading
            self.document = document
            traits = value.traits
            identity = nil
            includes = value.includes
            ownProperties = value.properties
            properties = value.properties + mixins.properties(of: value.includes)
        }

        private init(_ entity: EntityDeclaration, in document: SchemaDocument, _ mixins: MixinIndex)
        {
            kind = .entity
            heading = entity.heading
            self.document = document
            traits = entity.traits
            identity = entity.identity
            includes = entity.includes
            ownProperties = entity.properties
            var properties: [PropertyDeclaration] = []
            properties.reserveCapacity(entity.properties.count + 1)
            if let identity = entity.identity { properties.append(identity) }
            properties += entity.properties
            properties += mixins.properties(of: entity.includes)
            self.properties = properties
        }

        private init(_ mixin: MixinDeclaration, in document: SchemaDocument) {
            kind = .mixin
            heading = mixin.heading
            self.document = document
            traits = TraitsDeclaration()
            identity = nil
            includes = mixin.includes
            ownProperties = mixin.properties
            properties = mixin.properties
        }

        /// The values and the entities of a document.
        static func all(of document: SchemaDocument, _ mixins: MixinIndex) -> [Structure] {
            document.values.map { Structure($0, in: document, mixins) }
                + document.entities.map { Structure($0, in: document, mixins) }
        }

        /// The mixins of a document.
        static func mixins(of document: SchemaDocument) -> [Structure] {
            document.mixins.map { Structure($0, in: document) }
        }
    }
}
