import Foundation
package import RepositoryValues
package import SchemaLanguage

/// The value of a property, for comparison by a service.
package enum FieldValue: Comparable {
    case number(Double)
    case text(String)

    /// Creates the value of a property; nil for null, arrays and objects.
    ///
    /// - Parameters:
    ///   - json: The value in JSON.
    ///   - property: The property; nil for one that is not in the schema.
    ///   - model: The schema.
    package init?(_ json: JSON, of property: CheckedProperty?, in model: ServiceModel) {
        if let property, let formats = model.dateFormats(of: property),
            let date = formats.lazy.compactMap({ Self.date(json, as: $0) }).first
        {
            self = .number(date.timeIntervalSince1970)
            return
        }
        switch json {
        case .number(let number): self = .number(number.double ?? .infinity)
        case .bool(let value): self = .number(value ? 1 : 0)
        case .string(let text):
            let primitive = property.flatMap { model.primitive(of: $0.type.leaf) }
            let isNumber = primitive.map { $0.isInteger || Self.fractions.contains($0) } ?? false
            if isNumber, let number = Double(text) {
                self = .number(number)
            } else if primitive == .uuid {
                self = .text(text.comparedIdentity.text)
            } else {
                self = .text(text)
            }
        case .null, .array, .object: return nil
        }
    }

    private static let fractions: Set<PrimitiveType> = [.double, .float, .decimal]

    private static func date(_ json: JSON, as format: DateFormat) -> Date? {
        try? DateCodec(DateCodec.Format(format)).decode(dictionaryValue: json.any)
    }

    package static func < (left: FieldValue, right: FieldValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.number, .text): true
        case (.text, .number): false
        }
    }
}

/// A condition on one property in a query.
package struct FieldCondition {
    /// The key of the property.
    package let key: String
    /// The operator.
    package let `operator`: Comparison.Operator
    /// The operand.
    package let operands: [JSON]

    package init(key: String, operator: Comparison.Operator, operands: [JSON]) {
        self.key = key
        self.operator = `operator`
        self.operands = operands
    }

    /// Whether it holds for an entity.
    ///
    /// - Parameters:
    ///   - members: The properties of the entity.
    ///   - property: The property with the key.
    ///   - model: The schema.
    /// - Returns: Whether it holds.
    package func holds(
        for members: [String: JSON],
        _ property: CheckedProperty?,
        in model: ServiceModel
    ) -> Bool {
        let json = members[key] ?? .null
        if `operator` == .isNull { return json.isNull }
        // An array matches if one of its elements does.
        if let elements = json.array {
            return elements.contains { element in
                FieldCondition(key: key, operator: `operator`, operands: operands)
                    .holds(for: [key: element], property, in: model)
            }
        }
        let value = FieldValue(json, of: property, in: model)
        func compare(_ holds: (FieldValue, FieldValue) -> Bool) -> Bool {
            guard let value, let first = operands.first,
                let operand = FieldValue(first, of: property, in: model)
            else { return false }
            return holds(value, operand)
        }
        switch `operator` {
        case .equal, .isOneOf:
            return operands.contains { operand in
                if operand.isNull { return json.isNull }
                // Large integers may be equal as doubles, but differ as integers.
                if case .number(let one) = json, case .number(let other) = operand {
                    return one == other
                }
                return value != nil && value == FieldValue(operand, of: property, in: model)
            }
        case .less: return compare(<)
        case .lessOrEqual: return compare(<=)
        case .greater: return compare(>)
        case .greaterOrEqual: return compare(>=)
        case .contains:
            let text = operands.first?.string ?? ""
            // Foundation finds no empty text.
            return json.string.map { text.isEmpty || $0.contains(text) } ?? false
        case .hasPrefix:
            return json.string?.hasPrefix(operands.first?.string ?? "") ?? false
        default: return true
        }
    }
}
