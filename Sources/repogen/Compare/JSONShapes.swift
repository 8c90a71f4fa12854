import SchemaLanguage

/// The JSON types of properties, as a schema writes them: `[String]`.
struct JSONShapes {
    private let rawTypes: [String: PrimitiveType]
    private let scalars: [String: CheckedScalar]
    private let dates: [String: [DateFormat]]

    init(_ schema: CheckedSchema?) {
        rawTypes = Dictionary((schema?.enumerations ?? []).map { ($0.head.name, $0.rawType) }) {
            first,
            _ in first
        }
        scalars = Dictionary((schema?.scalars ?? []).map { ($0.head.name, $0) }) { first, _ in
            first
        }
        dates = Dictionary((schema?.apis ?? []).map { ($0.head.name, $0.dates) }) { first, _ in
            first
        }
    }

    /// A format, including the formats of its API.
    func resolved(_ wire: SchemaLanguage.WireForm) -> SchemaLanguage.WireForm {
        guard case .date(.api(let name)) = wire, let formats = dates[name] else { return wire }
        return .date(.own(formats))
    }

    /// The format of values of a type, including the formats of its API and the default.
    func resolved(
        _ wire: SchemaLanguage.WireForm,
        of type: CheckedType
    ) -> SchemaLanguage.WireForm {
        let isDate = type.leaf == .primitive(.date)
        return wire == .own && isDate ? .date(.own([.iso8601])) : resolved(wire)
    }

    /// The type in JSON; nil if there are several.
    func text(_ type: CheckedType, _ wire: SchemaLanguage.WireForm) -> String? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive): text(primitive, wire)
        case .enumeration(let name): rawTypes[name]?.rawValue ?? name
        case .scalar(let name): text(ofScalar: name)
        case .array(let element): text(element, wire).map { "[\($0)]" }
        case .dictionary(let value): text(value, wire).map { "{ String: \($0) }" }
        case .nullable(let inner): text(inner, wire).map { "\($0)?" }
        case .union, .value, .entity, .draft, .patch: type.shortName
        }
    }

    private func text(ofScalar name: String) -> String? {
        guard let scalar = scalars[name] else { return name }
        switch scalar.type {
        case .primitive(let primitive): return text(primitive, scalar.wire)
        case .custom(_, _, let representation): return text(representation, scalar.wire)
        }
    }

    private func text(_ primitive: PrimitiveType, _ wire: SchemaLanguage.WireForm) -> String? {
        switch resolved(wire) {
        case .text, .url: return "String"
        case .numericBool: return "Int"
        case .date(.own(let formats)):
            let areNumbers = Set(formats.map { [.unixSeconds, .unixMilliseconds].contains($0) })
            return areNumbers.count == 1 ? areNumbers.contains(true) ? "Double" : "String" : nil
        case .date(.api), .own: break
        }
        switch primitive {
        case .date, .day, .url, .uuid, .data: return "String"
        default: return primitive.rawValue
        }
    }
}

extension CheckedEnumeration.RawValue {
    /// The value without quotes.
    var text: String {
        switch self {
        case .string(let text), .integer(let text): text
        }
    }
}

extension CheckedType {
    /// The type, as a schema writes it.
    var shortName: String {
        switch self {
        case .primitive(let primitive): primitive.rawValue
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name):
            name
        case .identity(let name, _): "\(name).ID"
        case .draft(let name): "\(name).Draft"
        case .patch(let name): "\(name).Patch"
        case .array(let element): "[\(element.shortName)]"
        case .dictionary(let value): "{ String: \(value.shortName) }"
        case .nullable(let type): "\(type.shortName)?"
        }
    }
}
