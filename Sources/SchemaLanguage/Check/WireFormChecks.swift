import Diagnostics

/// Formats stand only where dates are.
struct DateFormatCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.compactMapWritten { property in
            guard let format = property.formats.first,
                let type = index.resolve(property.type), !type.containsDate
            else { return nil }
            if case .scalar(let name) = type.leaf {
                return Diagnostic(
                    rule: SchemaRule.misplacedFormat,
                    "the scalar \(name) says itself how it is written",
                    at: format.range,
                    hint: "drop `format:`"
                )
            }
            let isReference = if case .identity = type.leaf { true } else { false }
            return Diagnostic(
                rule: SchemaRule.misplacedFormat,
                "\(format.value.rawValue) is the format of a Date, and the type of "
                    + "'\(property.name.value)' has none in it",
                at: format.range,
                hint: isReference
                    ? "a reference is written as it is, or as a URL, as in `format: \"/species/{id}/\"`"
                    : "drop `format:`"
            )
        }
    }
}

/// `json:` says something that the type can be in JSON, and that is not plain anyway.
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

    /// What is wrong with a type of the language being that in JSON; nil where it can be.
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
                    "how a Date is written is said by `format:`, not by `json:`",
                    "write `format: \(json.value == .string ? "iso8601" : "unixSeconds")`"
                )
            case .json: ("JSON is any value, so `json:` can say nothing of it", "drop `json:`")
            case .string where json.value != .string:
                (
                    "String is always text in JSON, found \(json.value.rawValue)",
                    "write \(json.value.rawValue) for the type"
                )
            default:
                ("\(primitive.rawValue) is always text in JSON", "drop `json:`")
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
        case .scalar(let name): "the scalar \(name) says itself what it is in JSON"
        case .enumeration(let name): "the enum \(name) says itself what its cases are in JSON"
        case .union(let name): "the union \(name) says itself what its cases are in JSON"
        default: "'\(property)' holds an object, whose own properties say what they are in JSON"
        }
    }
}
