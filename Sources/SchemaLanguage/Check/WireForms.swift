/// The form of values in JSON, if their type allows several.
extension SchemaIndex {
    /// The form of the single values in a property in JSON.
    func wire(
        of property: PropertyDeclaration,
        _ type: CheckedType,
        _ heading: DeclarationHeading,
        _ document: SchemaDocument
    ) -> WireForm {
        guard let primitive = type.leaf.primitive else { return .own }
        if let url = property.url { return .url(url.value) }
        if primitive == .date {
            return dateForm(property.formats.map(\.value), heading, document)
        }
        return property.json.flatMap { primitive.form(in: $0.value) } ?? .own
    }

    /// The base type of a scalar's values, and their form; nil if it cannot be resolved.
    func form(ofScalar name: String) -> (primitive: PrimitiveType, wire: WireForm)? {
        guard let (scalar, document) = scalar(named: name), let swift = scalar.swift,
            !scalar.hasUnreadableForm
        else { return nil }
        guard let primitive = PrimitiveType(rawValue: swift.value) else {
            return scalar.json.map { ($0.value, .own) }
        }
        let wire =
            primitive == .date
            ? dateForm(scalar.formats.map(\.value), scalar.heading, document)
            : scalar.json.flatMap { primitive.form(in: $0.value) } ?? .own
        return (primitive, wire)
    }

    /// Whether a scalar has another form than its Swift type.
    func hasFormOfItsOwn(scalar name: String) -> Bool {
        guard let (primitive, wire) = form(ofScalar: name) else { return false }
        return wire != .own || primitive == .date
    }

    /// The form of a date: its own formats, or those of the API.
    func dateForm(
        _ formats: [DateFormat],
        _ heading: DeclarationHeading,
        _ document: SchemaDocument
    ) -> WireForm {
        if !formats.isEmpty { return .date(.own(formats)) }
        return fact(of: heading, in: document) { .date(.api($0.heading.name.value)) } ?? .own
    }
}

extension SchemaIndex {
    /// The formats of a date; those of the runtime if the schema declares none.
    func formats(of wire: WireForm) -> [DateFormat] {
        switch wire {
        case .date(.own(let formats)): formats
        case .date(.api(let name)): api(named: name)?.dates ?? [.iso8601]
        case .own, .text, .numericBool, .url: [.iso8601]
        }
    }
}

extension DateFormat {
    /// Whether it is a number in JSON, not a string.
    var isNumber: Bool {
        switch self {
        case .unixSeconds, .unixMilliseconds: true
        case .iso8601, .rfc1123, .iso8601WithoutZone, .dateOnly: false
        }
    }
}

extension PrimitiveType {
    /// The JSON types that `json:` allows for values of this type: its own first, and no other if
    /// the type has only one; none for dates, which have formats, and for `JSON`.
    var wireTypes: [PrimitiveType] {
        switch self {
        case .bool: [.bool, .int, .string]
        case .double, .float, .decimal: [self, .string]
        case .string, .day, .url, .uuid, .data: [.string]
        case .date, .json: []
        default: [self, .string]
        }
    }

    /// The form of values of this type with another JSON type; nil if that is not possible.
    func form(in json: PrimitiveType) -> WireForm? {
        guard let position = wireTypes.firstIndex(of: json) else { return nil }
        if position == 0 { return .own }
        return json == .int ? .numericBool : .text
    }
}

extension CheckedType {
    /// The type of its single values: the type without `[T]`, `{ String: T }` and `T?`.
    package var leaf: CheckedType {
        switch self {
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.leaf
        case .primitive, .enumeration, .scalar, .union, .value, .entity, .identity, .draft, .patch:
            self
        }
    }

    /// Its built-in type; nil if it is a declared type.
    var primitive: PrimitiveType? {
        switch self {
        case .primitive(let primitive), .identity(_, let primitive): primitive
        default: nil
        }
    }

    /// Whether it contains a date.
    var containsDate: Bool { leaf.primitive == .date }
}
