import Diagnostics

/// What the checks of one run look things up in: all declarations by name, and what belongs to what.
///
/// A class, since every check hands it on, and a copy would count the references in it.
final class SchemaIndex: Sendable {
    /// What a name stands for.
    enum Kind: String {
        case api = "an API"
        case enumeration = "an enum"
        case scalar = "a scalar"
        case union = "a union"
        case value = "a value"
        case entity = "an entity"
        case endpoint = "an endpoint"
        case repository = "a repository"
        case mixin = "a mixin"

        /// Whether it is a type of values.
        var isType: Bool {
            switch self {
            case .enumeration, .scalar, .union, .value, .entity: true
            case .api, .endpoint, .repository, .mixin: false
            }
        }
    }

    /// A name with its kind and the place of its declaration.
    struct Declaration {
        var name: Located<String>
        var kind: Kind
        /// The property that contains it, for an inline object.
        var inlineProperty: String?
    }

    let documents: [SchemaDocument]
    /// Whether some files could not be read, which may declare an unknown name.
    let lacksDeclarations: Bool
    /// Names that no declaration can have, each with its owner.
    let reservedNames: [String: String]
    /// The protocols that every type conforms to in addition to its own.
    let conformances: [String]
    /// All declarations, in order; duplicates are included.
    let declarations: [Declaration]
    let structures: [Structure]
    /// All declarations with properties: structures and mixins.
    let groups: [Structure]
    let mixins: MixinIndex
    /// The endpoints of all documents, in order.
    let endpoints: [EndpointDeclaration]

    private let declarationsByName: [String: Declaration]
    private let kindsByName: [String: Kind]
    private let structuresByName: [String: Structure]
    private let apis: DeclarationTable<APIDeclaration>
    /// The APIs that the documents of each module declare.
    private let apisByModule: [String?: [APIDeclaration]]
    private let enumerations: DeclarationTable<EnumerationDeclaration>
    private let scalars: DeclarationTable<ScalarDeclaration>
    private let unions: DeclarationTable<UnionDeclaration>
    private let entities: DeclarationTable<EntityDeclaration>
    /// The identities of the entities, which most checks ask for and which cost no copy of an entity.
    private let identities: [String: PropertyDeclaration?]
    private let endpointsByName: DeclarationTable<EndpointDeclaration>

    init(
        _ documents: [SchemaDocument],
        reservedNames: [String: String],
        conformances: [String] = []
    ) {
        self.documents = documents
        lacksDeclarations = documents.contains { !$0.isReadable }
        self.reservedNames = reservedNames
        self.conformances = conformances
        declarations = documents.flatMap(Self.declarations(of:))
        let mixins = MixinIndex(documents)
        self.mixins = mixins
        structures = documents.flatMap { Structure.all(of: $0, mixins) }
        groups = structures + documents.flatMap(Structure.mixins)
        endpoints = documents.flatMap(\.endpoints)
        declarationsByName = Dictionary(
            declarations.lazy.map { ($0.name.value, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        kindsByName = declarationsByName.mapValues(\.kind)
        structuresByName = Dictionary(
            structures.lazy.map { ($0.heading.name.value, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        apis = DeclarationTable(\.apis, of: documents) { $0.heading }
        apisByModule = Dictionary(grouping: documents) { $0.module?.name }
            .mapValues { $0.flatMap(\.apis) }
        enumerations = DeclarationTable(\.enumerations, of: documents) { $0.heading }
        scalars = DeclarationTable(\.scalars, of: documents) { $0.heading }
        unions = DeclarationTable(\.unions, of: documents) { $0.heading }
        entities = DeclarationTable(\.entities, of: documents) { $0.heading }
        identities = Dictionary(
            documents.lazy.flatMap(\.entities).map { ($0.heading.name.value, $0.identity) },
            uniquingKeysWith: { first, _ in first }
        )
        endpointsByName = DeclarationTable(\.endpoints, of: documents) { $0.heading }
    }

    // MARK: - By name

    func declaration(named name: String) -> Declaration? { declarationsByName[name] }
    func structure(named name: String) -> Structure? { structuresByName[name] }
    func api(named name: String) -> APIDeclaration? { apis[name] }
    func enumeration(named name: String) -> EnumerationDeclaration? { enumerations[name] }
    func union(named name: String) -> UnionDeclaration? { unions[name] }
    func entity(named name: String) -> EntityDeclaration? { entities[name] }

    func scalar(named name: String) -> (ScalarDeclaration, SchemaDocument)? {
        scalars.withDocument(name)
    }

    func endpoint(named name: String) -> (EndpointDeclaration, SchemaDocument)? {
        endpointsByName.withDocument(name)
    }

    /// The results of a function for all properties and parameters where they are declared, except
    /// identities.
    func compactMapWritten<Found>(_ find: (PropertyDeclaration) -> Found?) -> [Found] {
        groups.flatMap { $0.ownProperties.compactMap(find) }
            + endpoints.flatMap { ($0.parameters + $0.responseHeaders).compactMap(find) }
    }

    /// The documents that files are generated from.
    var ownDocuments: [SchemaDocument] { documents.filter { $0.module == nil } }

    /// The names of one kind, for suggestions.
    func names(of kinds: Kind...) -> [String] {
        declarations.filter { kinds.contains($0.kind) }.map(\.name.value)
    }

    // MARK: - APIs

    /// The API of a declaration: its own, that of the file, the only one in the file, or the only
    /// one at all.
    func api(of heading: DeclarationHeading?, in document: SchemaDocument) -> APIDeclaration? {
        fact(of: heading, in: document) { $0 }
    }

    /// Something about the API of a declaration, which costs no copy of the API.
    func fact<Fact>(
        of heading: DeclarationHeading?,
        in document: SchemaDocument,
        _ fact: (APIDeclaration) -> Fact
    ) -> Fact? {
        if let name = heading?.api ?? document.api { return apis.fact(of: name.value, fact) }
        if document.apis.count == 1 { return fact(document.apis[0]) }
        guard document.apis.isEmpty, let apis = apisByModule[document.module?.name],
            apis.count == 1
        else { return nil }
        return fact(apis[0])
    }

    /// Whether the API of a declaration is known, including that it has none.
    func isAPIKnown(of heading: DeclarationHeading, in document: SchemaDocument) -> Bool {
        if heading.hasUnreadableAPI { return false }
        if let name = heading.api { return apis[name.value] != nil }
        if document.hasUnreadableAPI { return false }
        return document.api.map { apis[$0.value] != nil } ?? true
    }

    /// Whether the key and the form of a property are known.
    func isWireFormKnown(of property: PropertyDeclaration, in structure: Structure) -> Bool {
        property.isWhole && areWireFormsKnown(in: structure)
    }

    /// Whether it is known how the API of a structure writes keys and values.
    func areWireFormsKnown(in structure: Structure) -> Bool {
        isAPIKnown(of: structure.heading, in: structure.document)
            && fact(of: structure.heading, in: structure.document) { $0.hasUnreadableForm } != true
    }

    /// The key of a property in JSON.
    func wireKey(of property: PropertyDeclaration, in structure: Structure) -> String {
        if let key = property.key { return key.value }
        let strategy = fact(of: structure.heading, in: structure.document) { $0.keys } ?? .exact
        return strategy.key(for: property.name.value)
    }

    /// Whether a property is the identity of an entity.
    func isIdentity(_ property: PropertyDeclaration, of structure: Structure) -> Bool {
        guard let identity = identities[structure.heading.name.value] else { return false }
        return identity?.name.range == property.name.range
    }

    // MARK: - Types

    /// The type of an expression; nil if it cannot be read, contains an unknown name, or refers to
    /// a declaration with a mistake.
    func resolve(_ type: TypeExpression) -> CheckedType? {
        switch type.form {
        case .array(let element): resolve(element).map { .array($0) }
        case .dictionary(let value): resolve(value).map { .dictionary($0) }
        case .optional(let inner): resolve(inner).map { .nullable($0) }
        case .name(let name, nil): resolve(name)
        case .name(let name, let member?): resolve(member: member.value, of: name)
        case .unreadable: nil
        }
    }

    private func resolve(_ name: String) -> CheckedType? {
        if let primitive = PrimitiveType.named(name) { return .primitive(primitive) }
        return switch kindsByName[name] {
        case .enumeration:
            enumerations[name]?.checkedRawType == nil ? nil : .enumeration(name)
        case .scalar: form(ofScalar: name) == nil ? nil : .scalar(name)
        case .union: .union(name)
        case .value: .value(name)
        case .entity: .entity(name)
        case .api, .endpoint, .repository, .mixin, nil: nil
        }
    }

    private func resolve(member: String, of name: String) -> CheckedType? {
        guard let identity = identities[name] else { return nil }
        switch member {
        case "ID":
            guard case .name(let type, nil) = identity?.type.form,
                let primitive = PrimitiveType.named(type)
            else { return nil }
            return .identity(of: name, primitive)
        case "Draft": return .draft(name)
        case "Patch": return .patch(name)
        default: return nil
        }
    }

    // MARK: - Building

    private static func declarations(of document: SchemaDocument) -> [Declaration] {
        func all(_ headings: [DeclarationHeading], _ kind: Kind) -> [Declaration] {
            headings.map { Declaration(name: $0.name, kind: kind) }
        }
        let all =
            all(document.apis.map(\.heading), .api)
            + all(document.enumerations.map(\.heading), .enumeration)
            + all(document.scalars.map(\.heading), .scalar)
            + all(document.unions.map(\.heading), .union)
            + document.values.map {
                Declaration(
                    name: $0.heading.name,
                    kind: .value,
                    inlineProperty: $0.inlineProperty
                )
            }
            + all(document.entities.map(\.heading), .entity)
            + all(document.endpoints.map(\.heading), .endpoint)
            + all(document.repositories.map(\.heading), .repository)
        return all.sorted { $0.name.range.start < $1.name.range.start }
    }
}

extension PrimitiveType {
    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }
    )

    /// The type of a name; as `init(rawValue:)`, which compares the name with that of each case.
    fileprivate static func named(_ name: String) -> PrimitiveType? { byName[name] }
}
