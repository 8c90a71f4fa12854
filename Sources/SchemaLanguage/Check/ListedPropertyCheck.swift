import Diagnostics

/// What listings or responses to writes leave out belongs to an entity, and can be read without it.
struct ListedPropertyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group in
            group.ownProperties.flatMap { property -> [Diagnostic] in
                guard property.isListed != nil || property.isReturned != nil else { return [] }
                return [
                    diagnostic(for: property, property.isListed, .listing, in: group),
                    diagnostic(for: property, property.isReturned, .response, in: group),
                ].compactMap(\.self)
            }
        }
    }

    /// What leaves a property out.
    private enum Source {
        case listing, response

        var name: String { self == .listing ? "a listing" : "the response to a write" }
        var names: String { self == .listing ? "listings" : "responses to writes" }
        var rule: SchemaRule { self == .listing ? .invalidListed : .invalidReturned }
    }

    private func diagnostic(
        for property: PropertyDeclaration,
        _ isThere: Located<Bool>?,
        _ source: Source,
        in group: SchemaIndex.Structure
    ) -> Diagnostic? {
        guard let isThere, !isThere.value else { return nil }
        let name = property.name.value
        if group.kind == .value {
            return Diagnostic(
                rule: source.rule,
                "'\(name)' belongs to a value, which \(source.name) has whole or not at all",
                at: isThere.range,
                hint: "say it of the property of the entity"
            )
        }
        if property.direction == .writeOnly {
            return Diagnostic(
                rule: source.rule,
                "'\(name)' is write-only, so no \(source == .listing ? "listing" : "response") has it",
                at: isThere.range,
                hint: "drop it"
            )
        }
        // In the place of what a response leaves out stands what was sent.
        if source == .response, property.direction != .readOnly { return nil }
        if let defaultValue = property.defaultValue {
            return Diagnostic(
                rule: source.rule,
                "'\(name)' has a default, which would seem to be what \(source.names) leave out",
                at: defaultValue.range,
                hint: "drop the default, and put a '?' behind the name or the type"
            )
        }
        guard !property.mayBeAbsent, !property.type.isOptional, property.isWhole else {
            return nil
        }
        return Diagnostic(
            rule: source.rule,
            "'\(name)' must be there, and \(source.names) do not have it: they could not be read",
            at: isThere.range,
            hint: "put a '?' behind the name or the type"
        )
    }
}
