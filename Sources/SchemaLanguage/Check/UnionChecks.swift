import Diagnostics

/// Checks that the cases of a union have distinct names, and tags only if there is a key for them.
struct UnionCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.unions).flatMap { union in
            let names = duplicates(union.cases.map(\.name)) { "the case '\($0)' is declared twice" }
            guard let discriminator = union.discriminator else {
                return names
                    + (union.hasUnreadableDiscriminator
                        ? [] : union.cases.compactMap(pointlessTag))
            }
            let tags = duplicates(union.cases.map { $0.tag ?? $0.name }) {
                "two cases have the tag '\($0)'"
            }
            return names + (tags.count > names.count ? tags : [])
                + (discriminator.value.isEmpty ? [nameless(discriminator)] : [])
        }
    }

    private func duplicates(
        _ texts: [Located<String>],
        message: (String) -> String
    ) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        return texts.compactMap { text in
            guard let first = seen.updateValue(text, forKey: text.value) else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidUnion,
                message(text.value.shortened(to: 60)),
                at: text.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)]
            )
        }
    }

    private func pointlessTag(_ declared: UnionDeclaration.Case) -> Diagnostic? {
        declared.tag.map {
            Diagnostic(
                rule: SchemaRule.invalidUnion,
                "'\(declared.name.value)' has a tag, but the union has no key for it",
                at: $0.range,
                hint:
                    "name the key, as in `discriminator: type`; without one, the kind of JSON "
                    + "value decides"
            )
        }
    }

    private func nameless(_ discriminator: Located<String>) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidUnion,
            "the discriminator is the key that contains the tag, found an empty string",
            at: discriminator.range,
            hint:
                "write `discriminator: type`, or leave it out if the kind of JSON value decides"
        )
    }
}

/// Checks that the cases of a union with a discriminator are objects without that key.
struct TaggedUnionCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.unions).flatMap { union -> [Diagnostic] in
            guard let discriminator = union.discriminator else { return [] }
            return union.cases.compactMap { declared in
                guard let type = index.resolve(declared.type), !type.isOnlySent else { return nil }
                guard let name = type.structureName, let structure = index.structure(named: name)
                else { return misplaced(declared, type, in: union) }
                return key(discriminator, of: declared, structure, index)
                    ?? unknownKeys(discriminator, of: declared, structure)
            }
        }
    }

    private func misplaced(
        _ declared: UnionDeclaration.Case,
        _ type: CheckedType,
        in union: UnionDeclaration
    ) -> Diagnostic {
        let hint: String? =
            switch type {
            case .nullable: union.nullHint
            case .union: "list the cases of that union here"
            default: "without `discriminator:`, the kind of JSON value decides"
            }
        return Diagnostic(
            rule: SchemaRule.invalidUnion,
            "a case of a union with a discriminator is a value or an entity, but "
                + "'\(declared.name.value)' is \(type.noun)",
            at: declared.type.range,
            hint: hint
        )
    }

    /// The union writes the discriminator, so no property can have its key.
    private func key(
        _ discriminator: Located<String>,
        of declared: UnionDeclaration.Case,
        _ structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let property = structure.properties.first {
            index.isWireFormKnown(of: $0, in: structure)
                && index.wireKey(of: $0, in: structure) == discriminator.value
        }
        return property.map {
            Diagnostic(
                rule: SchemaRule.invalidUnion,
                "the union writes the key '\(discriminator.value)' itself, but "
                    + "\(structure.heading.name.value) has a property with that key",
                at: declared.type.range,
                notes: [Diagnostic.Note("'\($0.name.value)' is here", at: $0.name.range)],
                hint: $0.name == structure.identity?.name
                    ? "choose another key for one of them"
                    : "drop the property: the case already determines its value"
            )
        }
    }

    private func unknownKeys(
        _ discriminator: Located<String>,
        of declared: UnionDeclaration.Case,
        _ structure: SchemaIndex.Structure
    ) -> Diagnostic? {
        guard structure.traits.keepsUnknownKeys else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidUnion,
            "the union writes the key '\(discriminator.value)' itself, but "
                + "\(structure.heading.name.value) would keep and write it too",
            at: declared.type.range,
            hint: "drop `unknownKeys: keep` there"
        )
    }
}

/// Checks that the cases of a union without a discriminator have different kinds of JSON values.
struct KindUnionCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.unions).flatMap { union -> [Diagnostic] in
            guard union.discriminator == nil, !union.hasUnreadableDiscriminator else { return [] }
            var seen: [WireKind: UnionDeclaration.Case] = [:]
            return union.cases.compactMap { declared in
                guard let type = index.resolve(declared.type), !type.isOnlySent else { return nil }
                guard let kind = index.wireKind(of: type) else {
                    return kindless(declared, type, in: union)
                }
                if let problem = formless(declared, type) { return problem }
                guard let first = seen[kind] else {
                    seen[kind] = declared
                    return nil
                }
                return collision(declared, first, kind)
            }
        }
    }

    private func kindless(
        _ declared: UnionDeclaration.Case,
        _ type: CheckedType,
        in union: UnionDeclaration
    ) -> Diagnostic {
        let name = declared.name.value
        let (message, hint): (String, String?) =
            switch type {
            case .nullable:
                (
                    "the case '\(name)' of a union cannot be null",
                    union.nullHint
                )
            case .union:
                ("the case '\(name)' is itself a union", "list the cases of that union here")
            case .primitive(.json):
                (
                    "the case '\(name)' is JSON, which can be of any kind",
                    "drop the case: a value that fits no other case is kept as JSON, unless you "
                        + "write `unknown: fail`"
                )
            default:
                (
                    "the case '\(name)' can be a string or a number in JSON",
                    "declare a scalar with one format: `scalars: { Moment: { swift: Date, format: "
                        + "unixSeconds } }`"
                )
            }
        return Diagnostic(
            rule: SchemaRule.invalidUnion,
            message,
            at: declared.type.range,
            hint: hint
        )
    }

    /// A plain date cannot declare its format.
    private func formless(
        _ declared: UnionDeclaration.Case,
        _ type: CheckedType
    ) -> Diagnostic? {
        guard type.containsDate else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidUnion,
            "a Date in a union cannot declare its format",
            at: declared.type.range,
            hint: "declare a scalar: `scalars: { Moment: { swift: Date, format: unixSeconds } }`"
        )
    }

    private func collision(
        _ declared: UnionDeclaration.Case,
        _ first: UnionDeclaration.Case,
        _ kind: WireKind
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidUnion,
            "'\(first.name.value)' and '\(declared.name.value)' are both \(kind.noun) in JSON, so "
                + "they cannot be distinguished",
            at: declared.type.range,
            notes: [Diagnostic.Note("'\(first.name.value)' is here", at: first.type.range)],
            hint: kind == .object
                ? "if a key distinguishes the objects, name it: `discriminator: type`" : nil
        )
    }
}

extension UnionDeclaration {
    fileprivate var nullHint: String {
        "drop the '?'; make the union nullable where you use it: `\(heading.name.value)?`"
    }
}

extension WireKind {
    /// The name of the kind, for a message.
    var noun: String {
        switch self {
        case .string: "strings"
        case .number: "numbers"
        case .bool: "true or false"
        case .array: "arrays"
        case .object: "objects"
        }
    }
}
