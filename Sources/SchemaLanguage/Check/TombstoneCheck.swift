import Diagnostics

/// Checks that a tombstone is true for deleted entities, or is the time of deletion, or has a
/// special value.
///
/// A property that every entity has would mark all of them as deleted.
struct TombstoneCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.compactMap { repository in
            guard let tombstone = repository.conventions?.tombstone, !tombstone.path.isEmpty,
                let structure = repository.structure, index.areWireFormsKnown(in: structure),
                let place = repository.place(of: "tombstone"),
                case .key(let key)? = KeyPathStep.steps(of: tombstone.path).first,
                KeyPathStep.steps(of: tombstone.path).count == 1
            else { return nil }
            func property(_ key: String) -> PropertyDeclaration? {
                structure.properties.first { index.wireKey(of: $0, in: structure) == key }
            }
            let found: (PropertyDeclaration, Problem)?
            if let property = property(key) {
                let problem =
                    index.isIdentity(property, of: structure)
                    ? ofIdentity(property) : problem(with: property, tombstone, index)
                found = problem.map { (property, $0) }
            } else if case .string(let text)? = tombstone.value, let named = property(text) {
                found = (named, ofName(key, text))
            } else {
                found = nil
            }
            guard let (property, (message, hint)) = found, seen.insert(place).inserted else {
                return nil
            }
            return Diagnostic(
                rule: SchemaRule.invalidValue,
                message,
                at: place,
                notes: [
                    Diagnostic.Note(
                        "the property is here",
                        at: (property.mixin ?? property.name).range
                    )
                ],
                hint: hint
            )
        }
    }

    private typealias Problem = (message: String, hint: String)

    private func ofIdentity(_ property: PropertyDeclaration) -> Problem {
        (
            "'\(property.name.value)' is the identity, which all entities have, so all would count "
                + "as deleted",
            "name the property that is true, or the time of deletion, for deleted entities"
        )
    }

    /// `{ property: deleted }`, which has the name of the property in place of its value.
    private func ofName(_ key: String, _ name: String) -> Problem {
        (
            "no property has the key '\(key.shortened(to: 40))', but one has "
                + "'\(name.shortened(to: 40))'",
            "write `tombstone: \(name.shortened(to: 40))`, or the key with its value for a deleted "
                + "entity, as in `tombstone: { status: cancelled }`"
        )
    }

    /// The problem with a property as a tombstone; nil if there is none.
    private func problem(
        with property: PropertyDeclaration,
        _ tombstone: CheckedConventions.Tombstone,
        _ index: SchemaIndex
    ) -> Problem? {
        guard let type = index.resolve(property.type) else { return nil }
        let name = property.name.value
        if property.direction == .writeOnly {
            return ("'\(name)' is never read", "name a property that the service sends")
        }
        if let value = tombstone.value {
            return index.problem(with: value, in: property, type.withoutNull)
        }
        let isAlways = !property.mayBeAbsent && type.withoutNull == type
        switch type.withoutNull {
        case .primitive(.date) where isAlways, .primitive(.string) where isAlways:
            return (
                "'\(name)' always has a value, so all entities would count as deleted",
                "put a `?` after its type if it is null for an existing entity, or write its value "
                    + "for a deleted one, as in `tombstone: { status: cancelled }`"
            )
        case .primitive(.bool), .primitive(.date), .primitive(.string), .primitive(.json), .scalar:
            return nil
        case .primitive(let type) where type.isInteger: return nil
        case .enumeration:
            return (
                "'\(name)' is neither a flag nor a time, so it cannot mark a deleted entity",
                "write its value for a deleted entity, as in `tombstone: { status: cancelled }`"
            )
        default:
            return (
                "'\(name)' is neither a flag nor a time, so it cannot mark a deleted entity",
                "name a property of type Bool or Date, or write its value for a deleted entity"
            )
        }
    }
}

extension SchemaIndex {
    /// The problem with the value of a property that marks deleted entities; nil if there is none.
    fileprivate func problem(
        with value: CheckedConventions.Literal,
        in property: PropertyDeclaration,
        _ type: CheckedType
    ) -> (message: String, hint: String)? {
        let name = property.name.value
        var kind = property.json.map { $0.value.wireKind(in: .own) } ?? wireKind(of: type)
        // The formats of a date define its JSON type, which is never a Boolean.
        if type.containsDate, value.kind != .bool { kind = nil }
        guard let kind else { return nil }
        guard kind == value.kind, type.canHold(value) else {
            return (
                "'\(name)' contains \(kind.noun) in JSON, never '\(value.text.shortened(to: 40))'",
                "write its value for a deleted entity, or name another property"
            )
        }
        guard case .enumeration(let enumName) = type,
            let enumeration = enumeration(named: enumName), !enumeration.lacksCases,
            let rawType = enumeration.checkedRawType
        else { return nil }
        let known = enumeration.cases.compactMap { declared -> String? in
            switch declared.rawValue(of: rawType) {
            case .string(let text), .integer(let text): text
            case nil: nil
            }
        }
        guard !known.contains(value.text) else { return nil }
        return (
            "\(enumName) has no case '\(value.text.shortened(to: 40))'",
            NearestSpelling.hint(for: value.text, in: known)
                ?? "write one of its cases, or add it to them"
        )
    }
}

extension CheckedType {
    /// Whether a value is in its range, if it is an integer.
    fileprivate func canHold(_ value: CheckedConventions.Literal) -> Bool {
        guard case .number(let text) = value, let primitive, primitive.isInteger else {
            return true
        }
        return primitive.canHold(text)
    }
}

extension CheckedConventions.Literal {
    fileprivate var kind: WireKind {
        switch self {
        case .string: .string
        case .boolean: .bool
        case .number: .number
        }
    }

    fileprivate var text: String {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let value): "\(value)"
        }
    }
}
