import Diagnostics

/// Checks that a property that listings or responses to writes leave out belongs to an entity that
/// can be decoded without it.
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

    /// The response that leaves a property out.
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
                "'\(name)' belongs to a value, which \(source.name) contains whole or not at all",
                at: isThere.range,
                hint: "set it on the property of the entity"
            )
        }
        if property.direction == .writeOnly {
            return Diagnostic(
                rule: source.rule,
                "'\(name)' is write-only, so no \(source == .listing ? "listing" : "response") "
                    + "contains it",
                at: isThere.range,
                hint: "drop it"
            )
        }
        // The sent value replaces one that a response leaves out.
        if source == .response, property.direction != .readOnly { return nil }
        if let defaultValue = property.defaultValue {
            return Diagnostic(
                rule: source.rule,
                "'\(name)' has a default, which would hide that \(source.names) leave it out",
                at: defaultValue.range,
                hint: "drop the default, and put a '?' after the name or the type"
            )
        }
        guard !property.mayBeAbsent, !property.type.isOptional, property.isWhole else {
            return nil
        }
        return Diagnostic(
            rule: source.rule,
            "'\(name)' is required, but \(source.names) leave it out: they could not be decoded",
            at: isThere.range,
            hint: "put a '?' after the name or the type"
        )
    }
}
