import SchemaLanguage

/// Types and values of the schema language in Swift.
struct TypeTranslator: Sendable {
    let names: DeclarationNames

    /// The Swift type: `[String: User.ID?]`.
    func type(_ type: CheckedType) -> String {
        switch type {
        case .primitive(let primitive): primitive.rawValue
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name):
            names[name]
        case .identity(let name, _): names[name] + ".ID"
        case .draft(let name): names[name] + ".Draft"
        case .patch(let name): names[name] + ".Patch"
        case .array(let element): "[\(self.type(element))]"
        case .dictionary(let value): "[String: \(self.type(value))]"
        case .nullable(let inner): self.type(inner) + "?"
        }
    }

    /// The codec of the dates in a type: `Conversations.dates.array`; nil where there are none, or
    /// where they have the form that dates have anyway.
    func codec(_ wire: WireForm, for type: CheckedType) -> String? {
        guard case .date(let formats) = wire else { return nil }
        return Self.path(to: type).map { codec(formats) + $0 }
    }

    /// The codec of a single date.
    func codec(_ formats: DateFormats) -> String {
        switch formats {
        case .api(let name): "\(names[name]).dates"
        case .own(let formats): "DateCodec(\(Self.arguments(formats)))"
        }
    }

    /// The formats as arguments, each once: `.iso8601, .unixSeconds`.
    static func arguments(_ formats: [DateFormat]) -> String {
        var seen: Set<DateFormat> = []
        return formats.filter { seen.insert($0).inserted }.map { ".\($0.rawValue)" }
            .joined(separator: ", ")
    }

    /// The expression of a default, for a value of the type.
    func literal(_ literal: CheckedLiteral, as type: CheckedType) -> String {
        switch literal {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let text), .decimal(let text): number(text, as: type)
        case .string(let text): StringLiteral.literal(text)
        case .enumerationCase(let enumeration, let name):
            "." + names.enumerationCase(name, of: enumeration).text
        case .emptyArray: "[]"
        case .emptyDictionary: "[:]"
        }
    }

    private func number(_ text: String, as type: CheckedType) -> String {
        switch type {
        case .primitive(.double): NumberLiteral.double(text)
        case .primitive(.float): NumberLiteral.float(text)
        case .primitive(.decimal): NumberLiteral.decimal(text)
        default: NumberLiteral.integer(text)
        }
    }

    /// How the codec of a container follows from that of a date: `.nullable.array` for `[Date?]`.
    private static func path(to type: CheckedType) -> String? {
        switch type {
        case .primitive(let primitive): primitive == .date ? "" : nil
        case .array(let element): path(to: element).map { $0 + ".array" }
        case .dictionary(let value): path(to: value).map { $0 + ".dictionary" }
        case .nullable(let inner): path(to: inner).map { $0 + ".nullable" }
        case .enumeration, .scalar, .union, .value, .entity, .identity, .draft, .patch: nil
        }
    }
}

extension CheckedType {
    /// Whether the Swift type names a type of Foundation.
    var namesFoundation: Bool {
        switch self {
        case .primitive(let primitive):
            switch primitive {
            case .date, .url, .uuid, .data, .decimal: true
            default: false
            }
        case .array(let inner), .dictionary(let inner), .nullable(let inner):
            inner.namesFoundation
        case .enumeration, .scalar, .union, .value, .entity, .identity, .draft, .patch: false
        }
    }
}
