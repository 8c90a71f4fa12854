import Diagnostics

/// How far a listing goes is said by a property that is sent, and that sorts as it is sent.
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

    /// What is wrong with a path of keys that leads to the cursor; nil where nothing is, or where it leads
    /// through members that the schema does not describe.
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
                // A service may send more than a schema describes: what leads through it is not known.
                let isDescribed =
                    steps.count == 1 || position > 0
                    || structure.properties.contains { $0.name.value == key }
                guard isDescribed, !structure.traits.keepsUnknownKeys else { return nil }
                return missing(key, in: structure, index)
            }
            if property.direction == .writeOnly {
                return (
                    "'\(property.name.value)' is only sent, and no listing says by it how far it goes",
                    property, "name the key of a property that the service sends"
                )
            }
            if property.isListed?.value == false {
                return (
                    "'\(property.name.value)' is not in listings, so none says by it how far it goes",
                    property, "drop its `listed: false`, or name a key that listings have"
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
                    "'\(property.name.value)' has no members, and a cursor is none of them",
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

    /// Whether texts and numbers, compared as they are sent, follow each other as the values do.
    private func unsorted(
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Problem? {
        let name = property.name.value
        let hint =
            "a time, a whole number or a text that grows with every change says how far it goes"
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
            return ("'\(name)' has no order, and cannot say how far a listing goes", property, hint)
        }
        switch (primitive, wire) {
        case (.json, _): return nil
        case (.bool, _), (.data, _), (.url, _):
            return (
                "'\(name)' is a \(primitive.rawValue), which cannot say how far a listing goes",
                property, hint
            )
        case (.date, _):
            let formats = index.formats(of: wire)
            if formats.contains(.rfc1123) {
                return (
                    "dates as rfc1123 begin with the day of the week, so '\(name)' does not sort as it "
                        + "is sent",
                    property, "name another property, or write `cursor: { header: … }`"
                )
            }
            guard Set(formats.map(\.isNumber)).count > 1 else { return nil }
            return (
                "'\(name)' may come as a text and as a number, which do not sort together",
                property,
                "name its one format with `format:`"
            )
        case (_, .text):
            return (
                "'\(name)' is a number as text, and texts sort by their characters: '10' before '9'",
                property, hint
            )
        case (_, .url):
            return ("'\(name)' is a URL, which cannot say how far a listing goes", property, hint)
        default: return nil
        }
    }
}
