import Diagnostics

/// Checks that the handling of invalid values is possible for the property.
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
            "an invalid '\(name)' cannot be skipped: it is required, and is not an array or a "
                + "dictionary that could keep the rest",
            at: onInvalid.range,
            hint: property.defaultValue == nil
                ? "make it optional (`\(name)?: …`) or nullable" : "write `onInvalid: default`"
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
            "'\(name)' has no default to replace an invalid value",
            at: onInvalid.range,
            hint: canSkip
                ? "write `onInvalid: skip`"
                : index.reasonAgainstDefaults(of: type) == nil
                    ? "give it a `default:`"
                    : "make it optional (`\(name)?: …`) and write `onInvalid: skip`"
        )
    }
}

extension CheckedType {
    /// Whether it is an array or a dictionary, nullable or not.
    fileprivate var isContainer: Bool {
        switch withoutNull {
        case .array, .dictionary: true
        default: false
        }
    }
}
