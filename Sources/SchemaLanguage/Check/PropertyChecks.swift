import Diagnostics

/// The identity of an entity is text, a whole number or a UUID, and always there.
struct IdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.entities).compactMap { entity in
            let type = entity.identity.type
            if let literal = entity.identity.defaultValue {
                return Diagnostic(
                    rule: SchemaRule.invalidIdentity,
                    "an id has no default",
                    at: literal.range
                )
            }
            let resolved = index.resolve(type)
            if case .primitive(let primitive) = resolved, primitive.canIdentify { return nil }
            // A name that means nothing is said to; the ID of an entity may mean nothing silently,
            // because it is that of this one.
            if resolved == nil, !index.isIdentityOfEntity(type) { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "expected text, a whole number or a UUID as the id of "
                    + entity.heading.name.value,
                at: type.range,
                hint: type.isOptional
                    ? "an id is never null: drop the '?'" : "write `id: String` or `id: Int`"
            )
        }
    }
}

/// No structure has two properties of one name or of one key.
struct PropertyNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let structures = index.structures.flatMap { structure in
            duplicates(structure.properties, rule: .duplicateProperty) { property in
                Located(property.name.value, at: property.name.range)
            } message: {
                "'\(structure.heading.name.value)' has two properties called '\($0)'"
            }
                + duplicates(structure.properties, rule: .duplicateWireKey) { property in
                    Located(
                        index.wireKey(of: property, in: structure),
                        at: property.key?.range ?? property.name.range
                    )
                } message: {
                    "two properties of '\(structure.heading.name.value)' have the key '\($0)' in JSON"
                }
        }
        let parameters = index.documents.flatMap(\.endpoints).flatMap { endpoint in
            duplicates(endpoint.parameters, rule: .duplicateProperty) {
                $0.name
            } message: {
                "'\(endpoint.heading.name.value)' has two parameters called '\($0)'"
            }
        }
        return structures + parameters
    }

    private func duplicates(
        _ properties: [PropertyDeclaration],
        rule: SchemaRule,
        by name: (PropertyDeclaration) -> Located<String>,
        message: (String) -> String
    ) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        var names: Set<String> = []
        return properties.compactMap { property in
            let found = name(property)
            // One name given twice also makes one key twice: that is said once.
            let isRepeatedName = !names.insert(property.name.value).inserted
            guard let first = seen.updateValue(found, forKey: found.value) else { return nil }
            if rule == .duplicateWireKey, isRepeatedName, property.key == nil { return nil }
            return Diagnostic(
                rule: rule,
                message(found.value),
                at: found.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)]
            )
        }
    }
}

/// Formats stand only where dates are.
struct DateFormatCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let properties =
            index.structures.flatMap(\.properties)
            + index.documents.flatMap(\.endpoints).flatMap(\.parameters)
        return properties.compactMap { property in
            guard let format = property.formats.first,
                let type = index.resolve(property.type), !type.containsDate
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.misplacedFormat,
                "only a Date has a format, and the type of '\(property.name.value)' has none in it",
                at: format.range
            )
        }
    }
}

/// The cases of an enumeration have distinct names and raw values of its type.
struct EnumerationCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.enumerations).flatMap { enumeration -> [Diagnostic] in
            guard let rawType = enumeration.checkedRawType else {
                return [
                    Diagnostic(
                        rule: SchemaRule.invalidEnumCase,
                        "the type of an enum is String or a whole number",
                        at: enumeration.rawType?.range ?? enumeration.heading.name.range
                    )
                ]
            }
            return diagnostics(for: enumeration.cases, rawType)
        }
    }

    private func diagnostics(
        for cases: [EnumerationDeclaration.Case],
        _ rawType: PrimitiveType
    ) -> [Diagnostic] {
        var names: [String: Located<String>] = [:]
        var values: [CheckedEnumeration.RawValue: Located<String>] = [:]
        var diagnostics: [Diagnostic] = []
        for declared in cases {
            let range = declared.raw?.range ?? declared.name.range
            if let first = names.updateValue(declared.name, forKey: declared.name.value) {
                diagnostics.append(
                    duplicate("the case '\(declared.name.value)'", declared.name.range, first)
                )
                continue
            }
            guard let raw = declared.rawValue(of: rawType) else {
                diagnostics.append(
                    Diagnostic(
                        rule: SchemaRule.invalidEnumCase,
                        "the case '\(declared.name.value)' needs a raw value of "
                            + rawType.rawValue + declared.foundInstead,
                        at: range,
                        hint: rawType == .string
                            ? "put quotes around the raw value"
                            : "write `cases: { \(declared.name.value): 1 }`"
                    )
                )
                continue
            }
            if let first = values.updateValue(declared.name, forKey: raw) {
                diagnostics.append(duplicate("a raw value", range, first))
            }
        }
        return diagnostics
    }

    private func duplicate(
        _ what: String,
        _ range: SourceRange,
        _ first: Located<String>
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidEnumCase,
            "\(what) stands twice",
            at: range,
            notes: [Diagnostic.Note("the first is here", at: first.range)]
        )
    }
}

extension PrimitiveType {
    /// Whether the identity of an entity can have this type.
    var canIdentify: Bool { self == .string || self == .uuid || isInteger }
}

extension CheckedType {
    /// Whether a date is somewhere in it.
    var containsDate: Bool {
        switch self {
        case .primitive(let primitive): primitive == .date
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.containsDate
        case .enumeration, .scalar, .union, .value, .entity, .identity, .draft, .patch: false
        }
    }
}

extension EnumerationDeclaration {
    /// The type of the raw values; nil where the schema names another.
    var checkedRawType: PrimitiveType? {
        guard let rawType else { return .string }
        return PrimitiveType(rawValue: rawType.value).flatMap {
            $0 == .string || $0.isInteger ? $0 : nil
        }
    }
}

extension SchemaIndex {
    /// Whether a type is `Name.ID` of an entity.
    fileprivate func isIdentityOfEntity(_ type: TypeExpression) -> Bool {
        guard case .name(let name, let member?) = type.form else { return false }
        return member.value == "ID" && entity(named: name) != nil
    }
}

extension EnumerationDeclaration.Case {
    /// What it has instead of a raw value of the type, for a message.
    fileprivate var foundInstead: String {
        raw.map { ", found \($0.description)" } ?? ""
    }

    /// The raw value; nil where it is missing or of another type.
    func rawValue(of rawType: PrimitiveType) -> CheckedEnumeration.RawValue? {
        guard rawType == .string else {
            guard case .integer(let text) = raw?.form, rawType.canHold(text) else { return nil }
            return Int(text).map { .integer($0) }
        }
        return switch raw?.form {
        case nil: .string(name.value)
        case .quoted(let text), .word(let text): .string(text)
        // Without quotes these are no text in YAML, but between the cases of a text enum they can
        // only be meant as such.
        case .integer(let text), .float(let text): .string(text)
        case .null, .bool, .emptyArray, .emptyDictionary, .collection: nil
        }
    }
}
