extension ImportContext {
    /// Whether values of a type are single, so that a URL can contain them.
    func isPlain(_ type: ProposedType) -> Bool {
        guard case .name(let name) = type.withoutNull else { return false }
        switch name {
        case "String", "Bool", "Double", "Float", "Decimal", "Date", "Day", "URL", "UUID":
            return true
        case "JSON", "Data": return false
        default: return name.isIntegerType || enumCases[name] != nil || name.hasSuffix(".ID")
        }
    }

    /// Whether a type is an array of single values.
    func isPlainArray(_ type: ProposedType) -> Bool {
        if case .array(let element) = type.withoutNull {
            isPlain(element) && element == element.withoutNull
        } else {
            false
        }
    }

    /// Whether a type is an object with properties.
    func isValue(_ type: ProposedType) -> Bool {
        switch type.withoutNull {
        case .inline: true
        case .name(let name): structures[name] != nil
        default: false
        }
    }

    /// Whether a type is a value whose properties are single values.
    func isFlatValue(_ type: ProposedType) -> Bool {
        guard case .name(let name) = type.withoutNull, let structure = structures[name] else {
            return false
        }
        return structure.properties.allSatisfy { isPlain($0.type) }
    }
}
