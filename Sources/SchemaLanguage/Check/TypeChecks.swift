import Diagnostics

/// Checks that every named type exists.
struct TypeNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let known =
            PrimitiveType.allCases.map(\.rawValue)
            + index.names(of: .enumeration, .scalar, .union, .value, .entity)
        let parts = Set(
            index.endpoints.filter { $0.bodyMedia?.form == .multipart }.flatMap(\.parts)
                .map(\.property.type)
        )
        return index.writtenTypes.reduce(into: []) { found, type in
            let names = found.count < NearestSpelling.limit ? known : []
            var mistakes = diagnostics(for: type, index, known: names)
            if let name = type.leafName, ForeignType.names[name.lowercased()] == "Data",
                mistakes.first?.hint == "write Data", parts.contains(type)
            {
                mistakes[0].hint = "write file"
            }
            found += mistakes
        }
    }

    private func diagnostics(
        for type: TypeExpression,
        _ index: SchemaIndex,
        known: [String]
    ) -> [Diagnostic] {
        switch type.form {
        case .array(let inner), .dictionary(let inner), .optional(let inner):
            diagnostics(for: inner, index, known: known)
        // As of nearly all types.
        case .name(_, nil) where index.resolve(type) != nil: []
        case .name(let name, let member):
            [
                member.map { diagnostic(for: $0, of: name, type, index) }
                    ?? diagnostic(for: name, type, index, known: known)
            ].compactMap(\.self)
        case .unreadable: []
        }
    }

    private func diagnostic(
        for name: String,
        _ type: TypeExpression,
        _ index: SchemaIndex,
        known: [String]
    ) -> Diagnostic? {
        guard index.resolve(type) == nil else { return nil }
        if name == TypeExpression.placeholder {
            return Diagnostic(
                rule: SchemaRule.inlineProperties,
                "'_' stands for an inline object, but there are no `properties:` for one",
                at: type.range,
                hint: "describe it next to the type: `{ type: \"[_]\", properties: { … } }`"
            )
        }
        if let kind = index.declaration(named: name)?.kind {
            // A mistake in the type with that name is reported at its declaration.
            guard !kind.isType else { return nil }
            return Diagnostic(
                rule: SchemaRule.unknownType,
                "'\(name)' is \(kind.rawValue), not a type of values",
                at: type.range
            )
        }
        if index.mixins[name] != nil {
            return Diagnostic(
                rule: SchemaRule.unknownType,
                "'\(name)' is a mixin, not a type of values",
                at: type.range,
                hint:
                    "write `include: [\(name)]` next to the properties, or declare it under "
                    + "`values:`"
            )
        }
        guard !index.lacksDeclarations || ForeignType.names[name.lowercased()] != nil else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.unknownType,
            "unknown type '\(name.shortened(to: 60))'",
            at: type.range,
            hint: ForeignType.names[name.lowercased()].map { "write \($0)" }
                ?? Self.advice[name.lowercased()] ?? reference(name, index)
                ?? NearestSpelling.hint(for: name, in: known)
                ?? "a type is String, Int, Double, Bool, Date or another built-in type, or "
                + "declared under `values:`, `enums:`, `unions:`, `scalars:` or `entities:`"
        )
    }

    private func diagnostic(
        for member: Located<String>,
        of name: String,
        _ type: TypeExpression,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let members = ["ID", "Draft", "Patch"]
        let declared = index.declaration(named: name)
        guard let declaration = declared, declaration.kind == .entity else {
            guard declared != nil || !index.lacksDeclarations else { return nil }
            let known = index.names(of: .entity)
            return Diagnostic(
                rule: SchemaRule.unknownType,
                declared == nil
                    ? "unknown entity '\(name.shortened(to: 60))'"
                    : "only entities have \(members.listed(by: "and")), and '\(name)' is not one",
                at: type.range,
                hint: declared == nil && PrimitiveType(rawValue: member.value) != nil
                    ? "write \(member.value), without a module"
                    : NearestSpelling.hint(for: name, in: known)
            )
        }
        guard !members.contains(member.value) else { return nil }
        return Diagnostic(
            rule: SchemaRule.unknownTypeMember,
            "expected \(members.listed(by: "or")) after '\(name).', "
                + "found '\(member.value.shortened(to: 40))'",
            at: member.range,
            hint: members.first { $0.lowercased() == member.value.lowercased() }
                .map { "write \(name).\($0)" }
                ?? NearestSpelling.hint(for: member.value, in: members)
        )
    }

    /// The hints for type names of other languages.
    private static let advice = [
        "enum": ForeignType.enumeration,
        "void": "leave it out: there is no type for a missing value",
        "none": "leave it out: there is no type for a missing value",
        "id": "write String or Int; the identity of an entity is a type such as `User.ID`",
    ]

    /// The identity type that was meant by `UserID`.
    private func reference(_ name: String, _ index: SchemaIndex) -> String? {
        guard name.lowercased().hasSuffix("id") else { return nil }
        var entity = name.dropLast(2)
        if entity.last == "_" { entity = entity.dropLast() }
        let known = index.names(of: .entity)
        return known.first { $0.lowercased() == entity.lowercased() }.map { "write \($0).ID" }
    }
}

/// Checks that drafts and patches, which are only sent, are only used in the bodies of endpoints.
struct TypePlacementCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var types = index.groups.flatMap(\.ownProperties).map(\.type)
        types += index.documents.flatMap(\.unions).flatMap(\.cases).map(\.type)
        types += index.endpoints.flatMap(\.answers)
        types += index.repositoryFailures.map(\.type)
        return types.compactMap(diagnostic(for:))
    }

    private func diagnostic(for type: TypeExpression) -> Diagnostic? {
        switch type.form {
        case .array(let inner), .dictionary(let inner), .optional(let inner):
            return diagnostic(for: inner)
        case .unreadable: return nil
        case .name(let name, let member):
            guard let member, ["Draft", "Patch"].contains(member.value) else { return nil }
            return Diagnostic(
                rule: SchemaRule.misplacedType,
                "\(name).\(member.value) is only sent, so it can only be the body of an endpoint",
                at: type.range,
                hint: "write \(name) for received data"
            )
        }
    }
}
