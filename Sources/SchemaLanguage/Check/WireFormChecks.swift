import Diagnostics

/// Checks that only dates have formats.
struct DateFormatCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.compactMapWritten { property in
            guard let format = property.formats.first,
                let type = index.resolve(property.type), !type.containsDate
            else { return nil }
            if case .scalar(let name) = type.leaf {
                return Diagnostic(
                    rule: SchemaRule.misplacedFormat,
                    "the scalar \(name) defines its own format",
                    at: format.range,
                    hint: "drop `format:`"
                )
            }
            let isReference = if case .identity = type.leaf { true } else { false }
            return Diagnostic(
                rule: SchemaRule.misplacedFormat,
                "\(format.value.rawValue) is a format of Date, but the type of "
                    + "'\(property.name.value)' contains none",
                at: format.range,
                hint: isReference
                    ? "write a reference as the identity alone, or as a URL with `format: "
                        + "\"/species/{id}/\"`"
                    : "drop `format:`"
            )
        }
    }
}

/// Checks that `json:` names a possible JSON type, and not the only one.
struct WireTypeCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.compactMapWritten { property in
            guard let json = property.json, let type = index.resolve(property.type)?.leaf else {
                return nil
            }
            guard let primitive = type.primitive else {
                return Diagnostic(
                    rule: SchemaRule.misplacedWireType,
                    Self.message(about: type, of: property.name.value),
                    at: json.range,
                    hint: "drop `json:`, which is for numbers and Bool"
                )
            }
            return primitive.wireTypes.count > 1
                ? Self.diagnostic(for: json, of: primitive)
                : Self.diagnostic(for: json, ofOnlyForm: primitive)
        }
    }

    /// The problem with a JSON type for a built-in type; nil if there is none.
    static func diagnostic(
        for json: Located<PrimitiveType>,
        of primitive: PrimitiveType
    ) -> Diagnostic? {
        guard primitive.form(in: json.value) == nil else { return nil }
        guard primitive.wireTypes.count > 1 else {
            return diagnostic(for: json, ofOnlyForm: primitive)
        }
        let known = primitive.wireTypes.map(\.rawValue)
        return Diagnostic(
            rule: SchemaRule.misplacedWireType,
            "\(primitive.rawValue) can be \(known.listed(by: "or")) in JSON, found "
                + json.value.rawValue,
            at: json.range
        )
    }

    private static func diagnostic(
        for json: Located<PrimitiveType>,
        ofOnlyForm primitive: PrimitiveType
    ) -> Diagnostic {
        let (message, hint) =
            switch primitive {
            case .date:
                (
                    "the format of a Date is set by `format:`, not by `json:`",
                    "write `format: \(json.value == .string ? "iso8601" : "unixSeconds")`"
                )
            case .json: ("JSON can be any value, so `json:` has no effect", "drop `json:`")
            case .string where json.value != .string:
                (
                    "String is always a string in JSON, found \(json.value.rawValue)",
                    "write \(json.value.rawValue) for the type"
                )
            default:
                ("\(primitive.rawValue) is always a string in JSON", "drop `json:`")
            }
        return Diagnostic(
            rule: SchemaRule.misplacedWireType,
            message,
            at: json.range,
            hint: hint
        )
    }

    private static func message(about type: CheckedType, of property: String) -> String {
        switch type {
        case .scalar(let name): "the scalar \(name) defines its own type in JSON"
        case .enumeration(let name): "the enum \(name) defines the type of its cases in JSON"
        case .union(let name): "the union \(name) defines the type of its cases in JSON"
        default: "'\(property)' holds an object, whose properties define their own types in JSON"
        }
    }
}
