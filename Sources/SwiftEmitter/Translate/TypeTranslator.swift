import SchemaLanguage

/// Types and values of the schema language in Swift.
struct TypeTranslator: Sendable {
    let names: DeclarationNames
    private let scalars: [String: CheckedScalar]

    /// Makes a translator of what a schema declares.
    init(_ schema: CheckedSchema, names: DeclarationNames) {
        self.names = names
        scalars = Dictionary(schema.scalars.map { ($0.head.name, $0) }) { first, _ in first }
    }

    /// A scalar by its name in the schema.
    func scalar(_ name: String) -> CheckedScalar? {
        scalars[name]
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

    /// The modules whose types a file names.
    func imports(of types: some Sequence<CheckedType>) -> Imports {
        var imports = Imports()
        for type in types { add(type, to: &imports) }
        return imports
    }

    private func add(_ type: CheckedType, to imports: inout Imports) {
        switch type {
        case .primitive(let primitive): imports.add(primitive)
        case .array(let inner), .dictionary(let inner), .nullable(let inner):
            add(inner, to: &imports)
        case .scalar(let name):
            switch scalar(name)?.type {
            case .primitive(let primitive): imports.add(primitive)
            case .custom(_, let module?, _): imports.modules.insert(module)
            case .custom, nil: break
            }
        case .enumeration, .union, .value, .entity, .identity, .draft, .patch: break
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

/// The modules whose types a file names, beside the runtime.
struct Imports: Hashable, Sendable {
    /// Whether it names a type of Foundation.
    var usesFoundation = false
    /// The modules of types that the users of the output wrote.
    var modules: Set<String> = []

    /// Adds what a primitive needs.
    mutating func add(_ primitive: PrimitiveType) {
        switch primitive {
        case .date, .url, .uuid, .data, .decimal: usesFoundation = true
        default: break
        }
    }

    /// What two files name together.
    func union(_ other: Imports) -> Imports {
        Imports(
            usesFoundation: usesFoundation || other.usesFoundation,
            modules: modules.union(other.modules)
        )
    }
}
