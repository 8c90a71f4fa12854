import SchemaLanguage

/// Translates enumerations.
struct EnumerationTranslator: Sendable {
    let headers: HeaderTranslator
    let names: DeclarationNames

    /// An enumeration, for the template `OpenEnumeration` or `ClosedEnumeration`.
    func translate(_ enumeration: CheckedEnumeration) -> EnumerationModel {
        let name = enumeration.head.name
        let cases = enumeration.cases.map { declared in
            TranslatedCase(
                name: names.enumerationCase(declared.name, of: name),
                raw: declared.raw,
                doc: declared.doc
            )
        }
        var declarations = Block(capacity: cases.count)
        var matches = Block(capacity: cases.count)
        var rawValues = Block(capacity: cases.count)
        for translated in cases {
            translated.declare(in: &declarations, withRawValue: !enumeration.keepsUnknown)
            matches.line("case ", translated.literal, ": self = .", translated.name.text)
            rawValues.line("case .", translated.name.text, ": ", translated.literal)
        }
        return EnumerationModel(
            header: headers.headerForConformances(
                of: enumeration.head,
                Imports(modules: enumeration.traits.modules)
            ),
            docs: Documentation.block(
                enumeration.head.doc,
                or: "The enum \(Documentation.code(name))."
            ),
            name: names[name],
            rawType: enumeration.rawType.rawValue,
            cases: declarations,
            matches: matches,
            rawValues: rawValues,
            extensions: enumeration.traits.extensions(of: names[name])
        )
    }
}

private struct TranslatedCase {
    let name: SwiftIdentifier
    let raw: CheckedEnumeration.RawValue
    let doc: String?

    /// The raw value, as a literal.
    var literal: String {
        switch raw {
        case .string(let text): StringLiteral.literal(text)
        case .integer(let value): NumberLiteral.integer(value)
        }
    }

    /// Declares the case: `case low = 0`; a raw value equal to the name is left out.
    func declare(in block: inout Block, withRawValue: Bool) {
        Documentation.append(doc, to: &block) { _ in }
        if withRawValue, raw != .string(name.text) {
            block.line("case ", name.name, " = ", literal)
        } else {
            block.line("case ", name.name)
        }
    }
}
