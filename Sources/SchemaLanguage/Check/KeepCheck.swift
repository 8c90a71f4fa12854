import Diagnostics

/// Checks that the client can decide about `keep`: by stored properties, with values that they can
/// have.
struct KeepCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.repositories).flatMap { repository in
            repository.kinds.flatMap { kind -> [Diagnostic] in
                guard case .entity(let operations) = kind, let keep = operations.keep else {
                    return []
                }
                return pulled(operations, keep) + bounds(keep)
                    + properties(operations, keep, index)
            }
        }
    }

    private func mistake(_ message: String, at range: SourceRange, hint: String? = nil)
        -> Diagnostic
    {
        Diagnostic(rule: SchemaRule.invalidKeep, message, at: range, hint: hint)
    }

    /// Entities that are not fetched cannot be kept.
    private func pulled(
        _ operations: RepositoryDeclaration.EntityOperations,
        _ keep: KeepDeclaration
    ) -> [Diagnostic] {
        guard let remote = operations.remote, !remote.contains(where: { $0.value == .read }) else {
            return []
        }
        return [
            mistake(
                "`remote:` has no read, so a synchronization fetches nothing",
                at: keep.place.range,
                hint: "add read to `remote:`, or drop `keep:`"
            )
        ]
    }

    /// A bound requires an order, and an order requires a bound.
    private func bounds(_ keep: KeepDeclaration) -> [Diagnostic] {
        switch (keep.bound, keep.property) {
        case _ where !keep.isWhole: []
        case (let bound?, nil):
            [
                mistake(
                    "'\(bound.value)' needs a property that tells which entity is newer",
                    at: bound.range,
                    hint: "add it with `by:`, such as `by: createdAt`"
                )
            ]
        case (nil, let property?):
            [
                mistake(
                    "'by' has no effect without 'newest', 'age' or 'bytes'",
                    at: property.range,
                    hint: "add `newest`, `age` or `bytes`, or drop `by`"
                )
            ]
        default: []
        }
    }

    private func properties(
        _ operations: RepositoryDeclaration.EntityOperations,
        _ keep: KeepDeclaration,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        // A mistake in the name of the entity has been reported.
        guard let entity = operations.entity?.value,
            let structure = index.structures.first(where: {
                $0.kind == .entity && $0.heading.name.value == entity
            })
        else { return [] }
        var diagnostics: [Diagnostic] = []
        for condition in keep.conditions {
            let (property, mistake) = property(condition.property, in: structure)
            diagnostics += [mistake].compactMap(\.self)
            guard let property, let type = index.resolve(property.type) else { continue }
            diagnostics += values(of: condition, property, type, index)
        }
        if let name = keep.property {
            let (property, mistake) = property(name, in: structure)
            diagnostics += [mistake].compactMap(\.self)
            if let property, let type = index.resolve(property.type) {
                diagnostics += [order(name, type, keep, index)].compactMap(\.self)
            }
        }
        return diagnostics
    }

    /// The property with a name, or the problem with it.
    private func property(
        _ name: Located<String>,
        in structure: SchemaIndex.Structure
    ) -> (PropertyDeclaration?, Diagnostic?) {
        let (property, mistake) = structure.storedProperty(
            name,
            rule: .invalidKeep,
            identity: "the identity cannot decide which entities are kept"
        )
        guard property?.isListed?.value == false else { return (property, mistake) }
        return (
            nil,
            self.mistake(
                "listings leave '\(name.value)' out, so it is unknown when they arrive",
                at: name.range
            )
        )
    }

    private func values(
        of condition: KeepDeclaration.Condition,
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        let (name, place) = (property.name.value, condition.property.range)
        let isPlain = index.isPlain(type.withoutNull)
        let mayBeNull = property.mayBeAbsent || property.type.isOptional
        let values = condition.values.filter { $0.form != .null || !mayBeNull }
        // Every type can be compared with null.
        let reason = values.isEmpty ? nil : index.reasonAgainstDefaults(of: type)
        guard isPlain, reason == nil else {
            return [
                mistake(
                    "'\(name)' cannot be compared here: "
                        + (reason ?? "a condition compares a single string, number, Bool or case"),
                    at: place,
                    hint: "pass the condition in Swift: `offline(with: synchronizer, keeping: …)`"
                )
            ]
        }
        return values.compactMap { literal in
            guard literal.form != .unreadable, !index.lacksCases(type),
                index.literal(literal, as: type.withoutNull) == nil
            else { return nil }
            return mistake(
                "expected \(index.expectation(of: type.withoutNull)) for '\(name)', found "
                    + literal.description,
                at: literal.range,
                hint: index.hintOfCase(literal, as: type)
            )
        }
    }

    /// The problem with the property that orders entities by age.
    private func order(
        _ name: Located<String>,
        _ type: CheckedType,
        _ keep: KeepDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let type = type.withoutNull
        var primitive: PrimitiveType?
        if case .scalar(let scalar) = type { primitive = index.primitive(ofScalar: scalar) }
        if let age = keep.age, type != .primitive(.date), primitive != .date {
            return mistake(
                "'age' needs a date, and '\(name.value)' is not one",
                at: age.range,
                hint: "write `by:` with a property of type Date"
            )
        }
        guard !index.isOrdered(primitive.map { .primitive($0) } ?? type) else { return nil }
        return mistake(
            "'\(name.value)' cannot order entities by age",
            at: name.range,
            hint: "use a date, a number or a string"
        )
    }
}

extension SchemaIndex {
    /// Whether the values of a type are ordered.
    fileprivate func isOrdered(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(let primitive):
            switch primitive {
            case .bool, .json, .data, .url, .uuid: false
            default: true
            }
        case .identity(_, let primitive): primitive != .uuid
        default: false
        }
    }
}
