import Diagnostics

/// What becomes of a bad value is possible for the property.
struct InvalidValueCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap(\.ownProperties).filter(\.isWhole).compactMap { property in
            switch property.onInvalid?.value {
            case .skip: skip(property, index)
            case .default: standIn(property, index)
            case .fail, nil: nil
            }
        }
    }

    private func skip(_ property: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let onInvalid = property.onInvalid, let type = index.resolve(property.type),
            !type.isContainer, !property.mayBeAbsent, !property.type.isOptional
        else { return nil }
        let name = property.name.value
        return Diagnostic(
            rule: SchemaRule.misplacedOnInvalid,
            "a bad '\(name)' cannot be skipped: it must be there, and is no array and no dictionary "
                + "of which the rest could stay",
            at: onInvalid.range,
            hint: property.defaultValue == nil
                ? "let it be absent (`\(name)?: …`) or null" : "write `onInvalid: default`"
        )
    }

    private func standIn(_ property: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let onInvalid = property.onInvalid, property.defaultValue == nil,
            let type = index.resolve(property.type)
        else { return nil }
        let name = property.name.value
        let canSkip = type.isContainer || property.mayBeAbsent || property.type.isOptional
        return Diagnostic(
            rule: SchemaRule.misplacedOnInvalid,
            "'\(name)' has no default that could stand for a bad value",
            at: onInvalid.range,
            hint: canSkip
                ? "write `onInvalid: skip`"
                : index.reasonAgainstDefaults(of: type) == nil
                    ? "give it a `default:`"
                    : "let it be absent (`\(name)?: …`) and write `onInvalid: skip`"
        )
    }
}

extension CheckedType {
    /// Whether it is an array or a dictionary, null or not.
    fileprivate var isContainer: Bool {
        switch withoutNull {
        case .array, .dictionary: true
        default: false
        }
    }
}
