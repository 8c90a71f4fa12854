/// Conversions of stored values to another type without loss.
extension SchemaIndex {
    /// The steps from the former type of a property to the current one; nil if there are none, or a
    /// type is unknown.
    func conversion(
        of property: PropertyDeclaration,
        from former: FormerPropertyDeclaration
    ) -> [CheckedFormerProperty.Step]? {
        guard let written = former.type else { return former.function == nil ? [] : nil }
        guard let old = resolve(written), let new = resolve(property.type) else { return nil }
        let losesNull = old.isNullable && !property.mayBeAbsent && !new.isNullable
        guard !losesNull || property.defaultValue != nil else { return nil }
        let start: [CheckedFormerProperty.Step] = losesNull ? [.withoutNull] : []
        // A type with several formats has no single one in JSON.
        guard !old.containsDate else { return nil }
        if let function = former.function {
            return start + [.function(function.value, old.withoutNull)]
        }
        guard property.json == nil, property.formats.isEmpty, property.url == nil else {
            return nil
        }
        return conversion(to: new.withoutNull, from: old.withoutNull).map { start + $0 }
    }

    /// The steps from one type to another; nil if the conversion can lose something.
    func conversion(
        to new: CheckedType,
        from old: CheckedType
    ) -> [CheckedFormerProperty.Step]? {
        if new == old || isWidening(of: old, to: new) { return [] }
        switch (old, new) {
        // A second conversion, as after a process crash, would make an array of arrays.
        case (.array, .array(.array)): return nil
        case (.array(let old), .array(let new)):
            return conversion(to: new, from: old) == [] ? [] : nil
        case (_, .array(let element)):
            return conversion(to: element, from: old).map { $0 + [.array] }
        default: break
        }
        guard case .primitive(.string) = new, let primitive = primitive(of: old) else { return nil }
        switch primitive {
        case .string, .uuid, .url, .day, .data: return []
        case .bool: return [.text]
        case .date, .json: return nil
        default: return [.text]
        }
    }

    /// Whether each value of a type is also one of another type.
    private func isWidening(of old: CheckedType, to new: CheckedType) -> Bool {
        if case .enumeration(let name) = new {
            return enumeration(named: name).map {
                $0.keepsUnknown && primitive(of: new) == primitive(of: old)
            }
                ?? false
        }
        guard let old = primitive(of: old), let new = new.primitive else { return false }
        if old == new { return true }
        guard old.isInteger else { return old == .float && new == .double }
        return [.decimal, .double].contains(new) || new.holdsIntegers(of: old)
    }

    /// The built-in type in whose form a type is written; nil for others.
    private func primitive(of type: CheckedType) -> PrimitiveType? {
        if case .enumeration(let name) = type { return enumeration(named: name)?.checkedRawType }
        return type.primitive
    }
}

extension CheckedType {
    /// Whether it is `T?`.
    package var isNullable: Bool {
        if case .nullable = self { return true }
        return false
    }
}

extension PrimitiveType {
    /// Whether the type is an integer type with at least the range of another one.
    package func holdsIntegers(of other: PrimitiveType) -> Bool {
        guard let own = bits, let others = other.bits else { return false }
        let room = own.count - others.count
        return others.isSigned == own.isSigned ? room >= 0 : own.isSigned && room > 0
    }

    /// The number of bits of an integer type; nil for other types.
    private var bits: (count: Int, isSigned: Bool)? {
        switch self {
        case .int8: (8, true)
        case .int16: (16, true)
        case .int32: (32, true)
        case .int, .int64: (64, true)
        case .uint8: (8, false)
        case .uint16: (16, false)
        case .uint32: (32, false)
        case .uint64: (64, false)
        default: nil
        }
    }
}
