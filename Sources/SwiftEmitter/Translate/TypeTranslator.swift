import Parallelism
import SchemaLanguage

/// Types and values of the schema language in Swift.
struct TypeTranslator: Sendable {
    let names: DeclarationNames
    private let scalars: [String: CheckedScalar]
    private let rawTypes: [String: PrimitiveType]
    /// The entities with typed identities.
    private let typed: Set<String>
    /// The keys of identities in JSON, of the entities for which it is not `id`.
    private let identityKeys: [String: String]
    /// The modules of imported types, by their schema names.
    private let modules: [String: String]
    /// The entities without drafts, patches and schemas for local stores.
    let received: ReceivedEntities
    /// The places of references in contained values.
    let references: ReferencePlaces
    /// The properties that queries can name.
    let queries: QueryNames
    /// The declarations with constraints.
    let constrained: ConstrainedTypes
    /// The former forms of contained values.
    let former: FormerValues

    /// Makes a translator for the declarations of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - names: The names of its declarations.
    ///   - received: The entities without drafts, patches and schemas for local stores.
    init(
        _ schema: CheckedSchema,
        names: DeclarationNames,
        received: ReceivedEntities = ReceivedEntities()
    ) {
        self.names = names
        self.received = received
        let stored = schema.entities.filter {
            $0.head.module == nil && !received.contains($0.head.name)
        }.map(\.head.name)
        // None needs another, and each looks at all types.
        let references = BackgroundValue { ReferencePlaces(schema, of: stored, names: names) }
        queries = QueryNames(schema)
        constrained = ConstrainedTypes(schema)
        former = FormerValues(schema, of: stored, names: names)
        self.references = references.value
        scalars = Dictionary(schema.scalars.map { ($0.head.name, $0) }) { first, _ in first }
        rawTypes = Dictionary(schema.enumerations.map { ($0.head.name, $0.rawType) }) { first, _ in
            first
        }
        typed = Set(schema.entities.filter(\.hasTypedIdentity).map(\.head.name))
        let keys = schema.entities.filter { $0.identity.key != "id" }
        identityKeys = Dictionary(keys.map { ($0.head.name, $0.identity.key) }) { first, _ in
            first
        }
        let heads =
            schema.enumerations.map(\.head) + schema.scalars.map(\.head) + schema.unions.map(\.head)
            + schema.values.map(\.head) + schema.entities.map(\.head)
        let imported = heads.lazy.compactMap { head in head.module.map { (head.name, $0) } }
        modules = Dictionary(imported) { first, _ in first }
    }

    /// A scalar by its schema name.
    func scalar(_ name: String) -> CheckedScalar? {
        scalars[name]
    }

    /// Whether a type is a typed identity.
    func isTypedIdentity(_ type: CheckedType) -> Bool {
        if case .identity(let entity, _) = type { typed.contains(entity) } else { false }
    }

    /// The key of the identity in JSON, if the type is an entity for which it is not `id`.
    func identityKey(of type: CheckedType) -> String? {
        if case .entity(let name) = type { identityKeys[name] } else { nil }
    }

    /// The raw type of an enumeration, by its schema name.
    func rawType(ofEnumeration name: String) -> PrimitiveType? {
        rawTypes[name]
    }

    /// The Swift type: `[String: User.ID?]`.
    func type(_ type: CheckedType) -> String {
        switch type {
        case .primitive(let primitive): primitive.rawValue
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name):
            names[name]
        case .identity(let name, _): names[name] + ".ID"
        case .draft(let name): names[name] + ".Draft"
        case .patch(let name): names[name] + ".Patch"
        case .array(let element): "[\(self.type(element))]"
        case .dictionary(let value): "[String: \(self.type(value))]"
        case .nullable(let inner): self.type(inner) + "?"
        }
    }

    /// The imports for the types that a file names.
    ///
    /// A scalar is an alias whose own file has the imports that it needs; so is an identity.
    func imports(of types: some Sequence<CheckedType>) -> Imports {
        Imports(
            foundation: types.contains(where: \.namesFoundation) ? .shown : nil,
            showsAliasOfFoundation: types.contains(where: isAliasOfFoundation),
            shownModules: modules.isEmpty ? [] : Set(types.compactMap { modules[$0.leaf.name] })
        )
    }

    /// Whether the name of a single value in a type is an alias of a Foundation type.
    private func isAliasOfFoundation(_ type: CheckedType) -> Bool {
        switch type.leaf {
        case .identity(_, let primitive): return primitive.isOfFoundation
        case .scalar(let name):
            guard case .primitive(let primitive) = scalar(name)?.type else { return false }
            return primitive.isOfFoundation
        default: return false
        }
    }

    /// The imports for a default, in addition to those for the type.
    ///
    /// A number literal calls an initializer, which Foundation provides for its own number types.
    func imports(ofDefault literal: CheckedLiteral?, _ type: CheckedType) -> Imports {
        switch (literal, type) {
        case (.integer, .scalar(let name)), (.decimal, .scalar(let name)):
            Imports(foundation: scalar(name)?.type == .primitive(.decimal) ? .inDefaults : nil)
        default: Imports()
        }
    }

    /// The expression of a default, for a value of the type.
    func literal(_ literal: CheckedLiteral, as type: CheckedType) -> String {
        switch literal {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let text), .decimal(let text): number(text, as: type)
        case .string(let text): StringLiteral.literal(text)
        case .enumerationCase(let enumeration, let name):
            "." + names.enumerationCase(name, of: enumeration).text
        case .emptyArray: "[]"
        case .emptyDictionary: "[:]"
        }
    }

    private func number(_ text: String, as type: CheckedType) -> String {
        switch type {
        case .primitive(.double): return NumberLiteral.double(text)
        case .primitive(.float): return NumberLiteral.float(text)
        case .primitive(.decimal): return NumberLiteral.decimal(text)
        case .scalar(let name):
            guard case .primitive(let primitive) = scalar(name)?.type else { break }
            return number(text, as: .primitive(primitive))
        default: break
        }
        return NumberLiteral.integer(text)
    }
}

/// The imports of a file in addition to the runtime.
struct Imports: Hashable, Sendable {
    /// Where a file names Foundation types; each case includes the needs of those before it.
    enum Foundation: Int, Comparable {
        /// In code that only the file itself sees.
        case inBodies
        /// In the default of a parameter.
        case inDefaults
        /// In visible declarations.
        case shown

        static func < (lhs: Foundation, rhs: Foundation) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The place where it names Foundation types, if any.
    var foundation: Foundation?
    /// Whether a declaration shows a Foundation type under an alias: that needs no import, but an
    /// existing import must be as visible as the alias.
    var showsAliasOfFoundation = false
    /// The modules of types that users of the output wrote.
    var modules: Set<String> = []
    /// The modules of types of other outputs that it shows.
    var shownModules: Set<String> = []
    /// The modules of types of other outputs that it names only in code that the file itself sees.
    var modulesInBodies: Set<String> = []

    /// The imports that two files need together.
    func union(_ other: Imports) -> Imports {
        Imports(
            foundation: [foundation, other.foundation].compactMap(\.self).max(),
            showsAliasOfFoundation: showsAliasOfFoundation || other.showsAliasOfFoundation,
            modules: modules.union(other.modules),
            shownModules: shownModules.union(other.shownModules),
            modulesInBodies: modulesInBodies.union(other.modulesInBodies)
        )
    }
}

extension CheckedType {
    /// The name of its declaration; empty for a built-in type.
    fileprivate var name: String {
        switch self {
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name), .identity(let name, _), .draft(let name), .patch(let name):
            name
        case .primitive, .array, .dictionary, .nullable: ""
        }
    }

    /// Whether the Swift type names a Foundation type.
    var namesFoundation: Bool {
        guard case .primitive(let primitive) = leaf else { return false }
        return primitive.isOfFoundation
    }
}

extension PrimitiveType {
    /// Whether Foundation declares the Swift type.
    var isOfFoundation: Bool {
        switch self {
        case .date, .url, .uuid, .data, .decimal: true
        default: false
        }
    }
}
