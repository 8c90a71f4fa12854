import Foundation

/// A JSON Schema validator (draft 2020-12), with the features that the language's schema needs.
///
/// It fails for unknown keywords, so that nothing is ignored.
struct JSONSchemaValidator {
    /// The error for an unknown keyword, which stops the validator.
    struct UnknownKeyword: Error {
        let name: String
    }

    private static let annotations: Set = ["$schema", "$defs", "title", "description"]

    private let root: [String: Any]

    /// Creates a validator from a schema read by `JSONSerialization`.
    init(_ root: [String: Any]) {
        self.root = root
    }

    /// Returns whether a value is valid.
    func accepts(_ value: Any) throws -> Bool {
        try accepts(value, root)
    }

    private func accepts(_ value: Any, _ schema: Any) throws -> Bool {
        if let always = schema as? Bool { return always }
        let schema = schema as? [String: Any] ?? [:]
        for (keyword, argument) in schema where !Self.annotations.contains(keyword) {
            guard try fits(value, keyword, argument, schema) else { return false }
        }
        return true
    }

    private func fits(
        _ value: Any,
        _ keyword: String,
        _ argument: Any,
        _ schema: [String: Any]
    ) throws -> Bool {
        let object = value as? [String: Any]
        let array = value as? [Any]
        switch keyword {
        case "$ref":
            let name = (argument as? String)?.split(separator: "/").last.map(String.init) ?? ""
            return try accepts(value, (root["$defs"] as? [String: Any])?[name] ?? false)
        case "type":
            let types = argument as? [String] ?? [argument as? String ?? ""]
            return types.contains(Self.type(of: value))
                || types.contains("number") && Self.type(of: value) == "integer"
        case "enum":
            return (argument as? [Any] ?? []).contains { element in
                if let truth = value as? Bool { return element as? Bool == truth }
                return String(describing: element) == "\(value)"
            }
        case "pattern":
            guard let text = value as? String else { return true }
            return text.range(of: argument as? String ?? "", options: .regularExpression) != nil
        case "minimum": return (value as? Int ?? .max) >= argument as? Int ?? 0
        case "minItems": return (array?.count ?? .max) >= argument as? Int ?? 0
        case "uniqueItems":
            let texts = (array ?? []).map { String(describing: $0) }
            return argument as? Bool != true || Set(texts).count == texts.count
        case "minProperties": return (object?.count ?? .max) >= argument as? Int ?? 0
        case "maxProperties": return (object?.count ?? 0) <= argument as? Int ?? .max
        case "maxItems": return (array?.count ?? 0) <= argument as? Int ?? 0
        case "items": return try (array ?? []).allSatisfy { try accepts($0, argument) }
        case "anyOf":
            return try (argument as? [Any] ?? []).contains { try accepts(value, $0) }
        case "oneOf":
            return try (argument as? [Any] ?? []).count { try accepts(value, $0) } == 1
        case "required":
            guard let object else { return true }
            return (argument as? [String] ?? []).allSatisfy { object[$0] != nil }
        case "properties":
            let known = argument as? [String: Any] ?? [:]
            return try (object ?? [:]).allSatisfy { try accepts($1, known[$0] ?? true) }
        case "additionalProperties":
            let known = schema["properties"] as? [String: Any] ?? [:]
            return try (object ?? [:]).allSatisfy {
                try known[$0] != nil || accepts($1, argument)
            }
        case "propertyNames":
            return try (object ?? [:]).keys.allSatisfy { try accepts($0, argument) }
        default: throw UnknownKeyword(name: keyword)
        }
    }

    /// Returns the type of a value made by ``JSONValue``.
    private static func type(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is [String: Any]: "object"
        case is [Any]: "array"
        case is Bool: "boolean"
        case is Int: "integer"
        case is Double: "number"
        default: "string"
        }
    }
}
