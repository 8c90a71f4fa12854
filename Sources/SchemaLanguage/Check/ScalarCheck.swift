import Diagnostics

/// A scalar is a type of the language in another guise, or a type of the user's own that is made
/// from one.
struct ScalarCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.scalars).compactMap { scalar in
            guard let swift = scalar.swift else { return nil }
            guard let primitive = PrimitiveType(rawValue: swift.value) else {
                return custom(scalar, swift, index)
            }
            return self.primitive(scalar, swift, primitive)
        }
    }

    // MARK: - A type of the language

    private func primitive(
        _ scalar: ScalarDeclaration,
        _ swift: Located<String>,
        _ primitive: PrimitiveType
    ) -> Diagnostic? {
        if primitive == .json {
            return diagnostic(
                "a scalar is one value, and JSON is any",
                at: swift.range,
                hint: "write JSON where the scalar would stand"
            )
        }
        if let module = scalar.module {
            return diagnostic(
                "\(primitive.rawValue) is a type of the language and needs no import",
                at: module.range,
                hint: "drop `import:`"
            )
        }
        return misplacedFormat(scalar, primitive)
            ?? scalar.json.flatMap { WireTypeCheck.diagnostic(for: $0, of: primitive) }
    }

    private func misplacedFormat(
        _ scalar: ScalarDeclaration,
        _ primitive: PrimitiveType?
    ) -> Diagnostic? {
        guard let format = scalar.formats.first, primitive != .date else { return nil }
        return Diagnostic(
            rule: SchemaRule.misplacedFormat,
            "only a Date has a format, and the scalar \(scalar.heading.name.value) is none",
            at: format.range
        )
    }

    // MARK: - A type of the user's own

    private func custom(
        _ scalar: ScalarDeclaration,
        _ swift: Located<String>,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        name(swift, of: scalar) ?? owner(of: scalar, swift, index)
            ?? representation(of: scalar, swift) ?? module(of: scalar)
            ?? misplacedFormat(scalar, nil)
    }

    private func name(_ swift: Located<String>, of scalar: ScalarDeclaration) -> Diagnostic? {
        let name = swift.value
        guard !SwiftPath.isTypePath(name) else { return nil }
        let hint: String? =
            if name.hasPrefix("[") || name.hasPrefix("{") || name.hasSuffix("?") {
                "a scalar is one value: write `[\(scalar.heading.name.value)]` or "
                    + "`\(scalar.heading.name.value)?` where it is used"
            } else {
                suggestion(for: name)
            }
        return diagnostic(
            "expected the name of a Swift type, found '\(name.shortened(to: 40))'",
            at: swift.range,
            hint: hint
        )
    }

    /// What the name means in the schema, where it would hide the type that is meant.
    private func owner(
        of scalar: ScalarDeclaration,
        _ swift: Located<String>,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let name = swift.value
        let first = String(name.prefix { $0 != "." })
        if first == scalar.heading.name.value {
            return diagnostic(
                "the scalar '\(first)' stands for itself",
                at: swift.range,
                hint: scalar.module.map { "name the module too: `swift: \($0.value).\(name)`" }
                    ?? "say what it is in Swift, as in `swift: Decimal`"
            )
        }
        guard let declaration = index.declaration(named: first) else { return nil }
        return diagnostic(
            "expected a Swift type that is not of this schema, and '\(first)' is "
                + declaration.kind.rawValue,
            at: swift.range,
            hint: first == name
                ? "write \(first) where the scalar would stand"
                : "name the module too, as in `swift: MyKit.\(name)`"
        )
    }

    private func representation(
        of scalar: ScalarDeclaration,
        _ swift: Located<String>
    ) -> Diagnostic? {
        let name = swift.value
        // What it is in JSON may stand there, and could not be read.
        guard scalar.json == nil, !scalar.hasUnreadableForm else { return nil }
        return diagnostic(
            "\(name.shortened(to: 40)) is no type of the language, and what it is in JSON is not said",
            at: swift.range,
            hint: suggestion(for: name)
                ?? "if it is a type of your own, write `json: String`, or whatever it is made from"
        )
    }

    private func module(of scalar: ScalarDeclaration) -> Diagnostic? {
        guard let module = scalar.module, !SwiftPath.isName(module.value) else { return nil }
        return diagnostic(
            "expected the name of a module, found '\(module.value.shortened(to: 40))'",
            at: module.range,
            hint: "write one name, as in `import: MyKit`"
        )
    }

    private func suggestion(for name: String) -> String? {
        ForeignType.names[name.lowercased()].map { "write \($0)" }
            ?? NearestSpelling.hint(for: name, in: PrimitiveType.allCases.map(\.rawValue))
    }

    private func diagnostic(
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) -> Diagnostic {
        Diagnostic(rule: SchemaRule.invalidScalar, message, at: range, hint: hint)
    }
}
