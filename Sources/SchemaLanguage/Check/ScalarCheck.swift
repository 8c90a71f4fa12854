import Diagnostics

/// Checks that a scalar is another form of a built-in type, or a type of the user that is made from
/// one.
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

    // MARK: - Built-in types

    private func primitive(
        _ scalar: ScalarDeclaration,
        _ swift: Located<String>,
        _ primitive: PrimitiveType
    ) -> Diagnostic? {
        if primitive == .json {
            return diagnostic(
                "a scalar is a single value, but JSON can be any",
                at: swift.range,
                hint: "write JSON in place of the scalar"
            )
        }
        if let module = scalar.module {
            return diagnostic(
                "\(primitive.rawValue) is a built-in type and needs no import",
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
            "only a Date has a format, and the scalar \(scalar.heading.name.value) is not one",
            at: format.range
        )
    }

    // MARK: - Types of the user

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
                "a scalar is a single value: write `[\(scalar.heading.name.value)]` or "
                    + "`\(scalar.heading.name.value)?` where you use it"
            } else {
                suggestion(for: name)
            }
        return diagnostic(
            "expected the name of a Swift type, found '\(name.shortened(to: 40))'",
            at: swift.range,
            hint: hint
        )
    }

    /// The declaration in the schema that would hide the Swift type of that name.
    private func owner(
        of scalar: ScalarDeclaration,
        _ swift: Located<String>,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let name = swift.value
        let first = String(name.prefix { $0 != "." })
        if first == scalar.heading.name.value {
            return diagnostic(
                "the scalar '\(first)' refers to itself",
                at: swift.range,
                hint: scalar.module.map { "add the module: `swift: \($0.value).\(name)`" }
                    ?? "set its type in Swift, as in `swift: Decimal`"
            )
        }
        guard let declaration = index.declaration(named: first) else { return nil }
        return diagnostic(
            "expected a Swift type from outside of this schema, but '\(first)' is "
                + declaration.kind.rawValue,
            at: swift.range,
            hint: first == name
                ? "write \(first) in place of the scalar"
                : "add the module, as in `swift: MyKit.\(name), import: MyKit`"
        )
    }

    private func representation(
        of scalar: ScalarDeclaration,
        _ swift: Located<String>
    ) -> Diagnostic? {
        let name = swift.value
        // Its JSON type may be declared, but could not be read.
        guard scalar.json == nil, !scalar.hasUnreadableForm else { return nil }
        return diagnostic(
            "\(name.shortened(to: 40)) is not a built-in type, and its JSON type is not declared",
            at: swift.range,
            hint: suggestion(for: name)
                ?? "if it is your own type, write `json: String`, or the JSON type that it is "
                + "converted from"
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
