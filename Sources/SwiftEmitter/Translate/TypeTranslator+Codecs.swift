import SchemaLanguage

// Codecs: how values are written if their type does not define it.
extension TypeTranslator {
    /// The codec of a type: `TextCodec<Money>().nullable.array` for `[Money?]`; nil if its values
    /// have the form of their type.
    func codec(_ wire: WireForm, for type: CheckedType) -> String? {
        let (leaf, path) = Self.path(to: type, isLossy: false)
        return leafCodec(wire, for: leaf).map { $0 + path }
    }

    /// The codec of single dates.
    func codec(_ formats: DateFormats) -> String {
        switch formats {
        case .api(let name): "\(names[name]).dates"
        case .own(let formats): "DateCodec(\(Self.arguments(formats)))"
        }
    }

    /// The codec that decodes a property, which also leaves out invalid elements and hides redacted
    /// values: `ValueCodec<Int>().lossyArray`.
    func readingCodec(of property: CheckedProperty) -> String? {
        let hiding = property.isRedacted ? ".redacted" : ""
        guard property.onInvalid == .skip, property.type.hasElements else {
            let codec = codec(property.wire, for: property.type)
            return property.isRedacted
                ? (codec ?? "ValueCodec<\(type(property.type))>()") + hiding : codec
        }
        let (leaf, path) = Self.path(to: property.type, isLossy: true)
        let codec = leafCodec(property.wire, for: leaf) ?? "ValueCodec<\(type(leaf))>()"
        return codec + path + hiding
    }

    /// The formats as arguments, each once: `.iso8601, .unixSeconds`.
    static func arguments(_ formats: [DateFormat]) -> String {
        var seen: Set<DateFormat> = []
        return formats.filter { seen.insert($0).inserted }.map { ".\($0.rawValue)" }
            .joined(separator: ", ")
    }

    private func leafCodec(_ wire: WireForm, for leaf: CheckedType) -> String? {
        if case .scalar(let name) = leaf {
            guard let scalar = scalar(name), case .primitive(let primitive) = scalar.type else {
                return nil
            }
            return codec(scalar.wire, of: primitive, called: names[name])
        }
        switch leaf {
        case .primitive(let primitive), .identity(_, let primitive):
            return codec(wire, of: primitive, called: type(leaf))
        default: return nil
        }
    }

    private func codec(
        _ wire: WireForm,
        of primitive: PrimitiveType,
        called name: String
    ) -> String? {
        switch wire {
        case .own: nil
        case .text: "TextCodec<\(name)>()"
        case .numericBool: "NumericBoolCodec()"
        case .url(let template):
            "ReferenceURLCodec<\(name)>(\(StringLiteral.literal(template)))"
        case .date(let formats): primitive == .date ? codec(formats) : nil
        }
    }

    /// The type of single values in a type, and the path from their codec to that of the type:
    /// `.nullable.array` for `[Date?]`.
    private static func path(
        to type: CheckedType,
        isLossy: Bool
    ) -> (leaf: CheckedType, path: String) {
        let (inner, step) =
            switch type {
            case .array(let inner): (inner, isLossy ? ".lossyArray" : ".array")
            case .dictionary(let inner): (inner, isLossy ? ".lossyDictionary" : ".dictionary")
            case .nullable(let inner): (inner, ".nullable")
            default: (type, "")
            }
        guard !step.isEmpty else { return (type, "") }
        let (leaf, path) = path(to: inner, isLossy: isLossy)
        return (leaf, path + step)
    }
}

extension CheckedType {
    /// Whether values have elements, of which an invalid one can be left out.
    fileprivate var hasElements: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}
