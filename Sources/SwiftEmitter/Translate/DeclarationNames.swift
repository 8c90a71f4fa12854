import SchemaLanguage

/// The Swift names of all declarations of a schema.
struct DeclarationNames: Sendable {
    /// The names of a repository.
    struct Repository: Sendable {
        let name: String
        let protocolName: String
        let mockName: String
    }

    private let types: [String: String]
    /// The imported types with names of types of the runtime or of Foundation, with their modules:
    /// `Shared.Order`.
    private let qualified: [String: String]
    private let taken: Set<String>
    private let repositories: [String: Repository]
    private let cases: [String: [String: SwiftIdentifier]]

    /// Names the declarations of a schema, which share one namespace.
    init(_ schema: CheckedSchema) {
        let heads =
            schema.apis.map(\.head) + schema.enumerations.map(\.head) + schema.scalars.map(\.head)
            + schema.unions.map(\.head) + schema.values.map(\.head) + schema.entities.map(\.head)
            + schema.endpoints.map(\.head) + schema.repositories.map(\.head)
        let declared = heads.map(\.name)
        var scope = NameScope(.type, reserved: Set(SwiftNames.reservedTypeNames.keys))
        let identifiers = scope.identifiers(for: declared).map(\.text)
        types = Dictionary(zip(declared, identifiers)) { first, _ in first }
        qualified = Dictionary(
            zip(heads, identifiers).compactMap { head, identifier in
                guard let module = head.module,
                    RuntimeNames.all.contains(identifier)
                        || FoundationNames.all.contains(identifier)
                else { return nil }
                return (head.name, "\(module).\(identifier)")
            }
        ) { first, _ in first }
        taken = Set(identifiers)
        var repositories: [String: Repository] = [:]
        for repository in schema.repositories {
            let name = types[repository.head.name] ?? repository.head.name
            repositories[repository.head.name] = Repository(
                name: name,
                protocolName: scope.identifier(for: name + "Protocol").text,
                mockName: scope.identifier(for: name + "Mock").text
            )
        }
        self.repositories = repositories
        cases = Dictionary(
            schema.enumerations.map { ($0.head.name, Self.cases(of: $0)) }
                + schema.unions.map { ($0.head.name, Self.cases(of: $0)) }
        ) { first, _ in first }
    }

    /// The name of a type, an API or an endpoint in code, with its module if it is ambiguous without.
    subscript(name: String) -> String {
        qualified[name] ?? plain(name)
    }

    /// The name of a type without its module, as in the names of collections.
    func plain(_ name: String) -> String {
        types[name] ?? name
    }

    /// A type from outside of the schema, with its module if the schema declares one of the same
    /// name: `Mirror`, or `Swift.Mirror`.
    func foreign(_ name: String) -> String {
        guard taken.contains(name), let module = SwiftNames.qualifiableTypes[name] else {
            return name
        }
        return "\(module).\(name)"
    }

    /// The names of a repository.
    func repository(_ name: String) -> Repository {
        repositories[name]
            ?? Repository(name: name, protocolName: name + "Protocol", mockName: name + "Mock")
    }

    /// The name of a case of an enumeration or a union.
    func enumerationCase(_ name: String, of enumeration: String) -> SwiftIdentifier {
        if let identifier = cases[enumeration]?[name] { return identifier }
        var scope = NameScope(.enumerationCase)
        return scope.identifier(for: name)
    }

    private static func cases(of enumeration: CheckedEnumeration) -> [String: SwiftIdentifier] {
        cases(
            enumeration.cases.map(\.name),
            beside: enumeration.keepsUnknown
                ? SwiftNames.openEnumerationMembers : SwiftNames.enumerationMembers
        )
    }

    private static func cases(of union: CheckedUnion) -> [String: SwiftIdentifier] {
        cases(
            union.cases.map(\.name),
            beside: union.keepsUnknown ? SwiftNames.openUnionMembers : SwiftNames.unionMembers
        )
    }

    private static func cases(
        _ names: [String],
        beside reserved: Set<String>
    ) -> [String: SwiftIdentifier] {
        var scope = NameScope(.enumerationCase, reserved: reserved)
        return Dictionary(zip(names, scope.identifiers(for: names))) { first, _ in first }
    }
}
