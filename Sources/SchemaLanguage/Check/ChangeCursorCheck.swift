import Diagnostics

/// Checks that the cursor of changes is a property that is sent, and whose values sort as they are
/// sent.
struct ChangeCursorCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.compactMap { repository in
            guard case .since(_, .member(let path)) = repository.conventions?.changes,
                let structure = repository.structure, index.areWireFormsKnown(in: structure),
                structure.properties.allSatisfy(\.isWhole),
                let place = repository.place(of: "changes.cursor.property"),
                let (message, property, hint) = problem(with: path, of: structure, index),
                seen.insert(place).inserted
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidValue,
                message,
                at: place,
                notes: [
                    Diagnostic.Note(
                        property == nil ? "the entity is here" : "the property is here",
                        at: property.map { ($0.mixin ?? $0.name).range }
                            ?? structure.heading.name.range
                    )
                ],
                hint: hint
            )
        }
    }

    private typealias Problem = (message: String, property: PropertyDeclaration?, hint: String?)

    /// The problem with a key path to the cursor; nil if there is none, or if the path leads
    /// through properties that the schema does not declare.
    private func problem(
        with path: String,
        of entity: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Problem? {
        var structure = entity
        let steps = KeyPathStep.steps(of: path)
        for (position, step) in steps.enumerated() {
            guard case .key(let key) = step, index.areWireFormsKnown(in: structure) else {
                return nil
            }
            let found = structure.properties.first { index.wireKey(of: $0, in: structure) == key }
            guard let property = found else {
                // A service may send more than a schema declares, so the rest of the path is
                // unknown.
                let isDescribed =
                    steps.count == 1 || position > 0
                    || structure.properties.contains { $0.name.value == key }
                guard isDescribed, !structure.traits.keepsUnknownKeys else { return nil }
                return missing(key, in: structure, index)
            }
            if property.direction == .writeOnly {
                return (
                    "'\(property.name.value)' is write-only, so no listing contains it as a cursor",
                    property, "name the key of a property that the service sends"
                )
            }
            if property.isListed?.value == false {
                return (
                    "'\(property.name.value)' is left out of listings, so it cannot be the cursor",
                    property, "drop its `listed: false`, or name a key that listings contain"
                )
            }
            guard let type = index.resolve(property.type)?.withoutNull else { return nil }
            if position + 1 == steps.count {
                return unsorted(property, type, in: structure, index)
            }
            switch type {
            case .value(let name), .entity(let name):
                guard let next = index.structure(named: name) else { return nil }
                structure = next
            case .primitive(.json), .dictionary, .union, .array, .scalar: return nil
            default:
                return (
                    "'\(property.name.value)' has no nested keys, so the cursor cannot be one",
                    property, "write `\(key)`"
                )
            }
        }
        return nil
    }

    private func missing(
        _ key: String,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Problem {
        let keys = structure.properties.map { index.wireKey(of: $0, in: structure) }
        let named = structure.properties.first { $0.name.value == key }
        return (
            "\(structure.heading.name.value) has no property with the key "
                + "'\(key.shortened(to: 60))' for the cursor",
            nil,
            named.map { "write its key, \(index.wireKey(of: $0, in: structure))" }
                ?? NearestSpelling.hint(for: key, in: keys)
                ?? "declare it, as in `\(key.shortened(to: 40))?: { type: Date, readOnly: true }`"
        )
    }

    /// Whether strings and numbers, compared as they are sent, have the order of the values.
    private func unsorted(
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Problem? {
        let name = property.name.value
        let hint =
            "use a time, an integer or a string that grows with every change"
        let form: (primitive: PrimitiveType, wire: WireForm)? =
            switch type {
            case .primitive(let primitive), .identity(_, let primitive):
                (primitive, index.wire(of: property, type, structure.heading, structure.document))
            case .scalar(let name): index.form(ofScalar: name)
            case .enumeration, .union, .value, .entity, .array, .dictionary, .nullable, .draft,
                .patch:
                nil
            }
        guard let (primitive, wire) = form else {
            if case .scalar = type { return nil }
            return ("'\(name)' has no order, so it cannot be the cursor", property, hint)
        }
        switch (primitive, wire) {
        case (.json, _): return nil
        case (.bool, _), (.data, _), (.url, _):
            return (
                "'\(name)' is a \(primitive.rawValue), which cannot be the cursor",
                property, hint
            )
        case (.date, _):
            let formats = index.formats(of: wire)
            if formats.contains(.rfc1123) {
                return (
                    "dates in rfc1123 start with the day of the week, so '\(name)' does not sort "
                        + "in the form in which it is sent",
                    property, "name another property, or write `cursor: { header: … }`"
                )
            }
            guard Set(formats.map(\.isNumber)).count > 1 else { return nil }
            return (
                "'\(name)' can be a string or a number, which do not sort together",
                property,
                "declare its only format with `format:`"
            )
        case (_, .text):
            return (
                "'\(name)' is a number as a string; strings sort by characters: '10' before '9'",
                property, hint
            )
        case (_, .url):
            return ("'\(name)' is a URL, which cannot be the cursor", property, hint)
        default: return nil
        }
    }
}
