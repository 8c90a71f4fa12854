import RepositoryValues
import SchemaLanguage

/// Corrections that make the schema match the service.
struct SchemaAdvice {
    let property: CheckedProperty
    /// The arrays and dictionaries of the property that contain the value, the outermost first.
    let containers: [PropertyOwner.Container]

    private var mayAlreadyBeNull: Bool { property.presence == .nullable }

    /// The change that makes a property optional.
    var mayBeAbsent: String? {
        // An identity cannot be optional.
        guard property.name != "id" else { return nil }
        let type = mayAlreadyBeNull ? ", and keep the '?' of its type if it may be null, too" : ""
        return "write '\(property.name)?' if it may be missing\(type)"
    }

    /// The change that makes a property, or an element in it, nullable.
    var mayBeNull: String {
        containers.isEmpty
            ? "add '?' to the type of '\(property.name)' if it may be null"
            : "add '?' to the type of the elements of '\(property.name)' if they may be null"
    }

    /// The change that allows a property in responses.
    var isRead: String { "remove 'writeOnly' from '\(property.name)', or correct the service" }

    /// The change that allows a value for a property.
    func other(_ value: JSON) -> String? {
        if case .enumeration(let name) = property.type.leaf, value.string != nil || value.int != nil
        {
            return "add it to the cases of \(name), or keep unknown ones with 'unknown: keep'"
        }
        if let text = value.string, isNumber, Double(text) != nil {
            return "add 'json: String' to '\(property.name)'"
        }
        guard let type = Self.type(of: value) else { return nil }
        if containers.isEmpty { return "declare '\(property.name)' as \(type)" }
        if value.array != nil || value.object != nil {
            return "declare the elements of '\(property.name)' as \(type)"
        }
        let whole = containers.reversed().reduce(type) { inner, container in
            container == .array ? "[\(inner)]" : "{ String: \(inner) }"
        }
        return "declare '\(property.name)' as \(whole)"
    }

    private var isNumber: Bool {
        guard case .primitive(let primitive) = property.type.leaf else { return false }
        return primitive.isInteger || [.double, .float, .decimal].contains(primitive)
    }

    /// The type that matches a value; nil for null.
    private static func type(of value: JSON) -> String? {
        switch value {
        case .null: nil
        case .bool: "Bool"
        case .number(let number): number.integer(Int.self) == nil ? "Double" : "Int"
        case .string: "String"
        case .array(let elements):
            "an array\(elements.first.flatMap(type).map { " of \($0)" } ?? "")"
        case .object: "a value with properties"
        }
    }
}
