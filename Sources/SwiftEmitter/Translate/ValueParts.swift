import SchemaLanguage

/// The parts of a value, by the way to distinguish them in JSON.
enum ValueParts {
    case members([Member])
    case tagged(by: String, [(key: String, type: CheckedType)])
    case kinds([(key: WireKind, type: CheckedType)])

    /// A property of an object.
    struct Member {
        let key: String
        let type: CheckedType
        var wire = WireForm.own
        /// Whether it has a default other than null.
        var isFilled = false
    }

    /// The cases of a union.
    init(_ union: CheckedUnion) {
        var tagged: [(String, CheckedType)] = []
        var kinds: [(WireKind, CheckedType)] = []
        for declared in union.cases {
            switch declared.mark {
            case .tag(let tag): tagged.append((tag, declared.type))
            case .kind(let kind): kinds.append((kind, declared.type))
            }
        }
        self = union.discriminator.map { .tagged(by: $0, tagged) } ?? .kinds(kinds)
    }

    /// The types of the parts.
    var types: [CheckedType] {
        switch self {
        case .members(let members): members.map(\.type)
        case .tagged(_, let cases): cases.map(\.type)
        case .kinds(let cases): cases.map(\.type)
        }
    }
}

extension ValueParts.Member {
    /// A property.
    init(_ property: CheckedProperty) {
        let isFilled = property.defaultValue.map { $0 != .null } ?? false
        self.init(
            key: property.key,
            type: property.type,
            wire: property.wire,
            isFilled: isFilled
        )
    }
}

extension WireKind {
    /// The kind in the runtime.
    var jsonKind: String {
        switch self {
        case .string: ".string"
        case .number: ".number"
        case .bool: ".boolean"
        case .array: ".array"
        case .object: ".object"
        }
    }
}
