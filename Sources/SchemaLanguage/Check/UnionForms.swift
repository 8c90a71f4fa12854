/// What a union tells its cases apart by.
extension SchemaIndex {
    /// The kind of JSON value that all values of a type are of; nil where there is no such kind.
    func wireKind(of type: CheckedType) -> WireKind? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive): primitive.wireKind(in: .own)
        case .scalar(let name):
            form(ofScalar: name).flatMap { primitive, wire in
                primitive == .date
                    ? wireKind(of: formats(of: wire)) : primitive.wireKind(in: wire)
            }
        case .enumeration(let name):
            enumeration(named: name)?.checkedRawType.map { $0 == .string ? .string : .number }
        case .array: .array
        case .dictionary, .value, .entity: .object
        case .nullable, .union, .draft, .patch: nil
        }
    }

    private func wireKind(of formats: [DateFormat]) -> WireKind? {
        let kinds = Set(formats.map { $0.isNumber ? WireKind.number : .string })
        return kinds.count == 1 ? kinds.first : nil
    }

    /// What tells a case of a union from the others; nil where nothing does.
    func mark(of declared: UnionDeclaration.Case, in union: UnionDeclaration) -> CheckedUnion.Mark?
    {
        if union.discriminator != nil { return .tag((declared.tag ?? declared.name).value) }
        return resolve(declared.type).flatMap(wireKind).map { .kind($0) }
    }
}

extension PrimitiveType {
    /// The kind of JSON value in a form; nil of `JSON`, which may be of any.
    func wireKind(in wire: WireForm) -> WireKind? {
        if self == .json { return nil }
        return switch wire {
        case .text, .url: .string
        case .numericBool: .number
        case .own, .date:
            switch self {
            case .bool: .bool
            case .string, .day, .url, .uuid, .data, .date, .json: .string
            default: .number
            }
        }
    }
}

extension CheckedType {
    /// The name of the value or the entity that it is.
    var structureName: String? {
        switch self {
        case .value(let name), .entity(let name): name
        default: nil
        }
    }

    /// Whether it is a draft or a patch.
    var isOnlySent: Bool {
        switch leaf {
        case .draft, .patch: true
        default: false
        }
    }

    /// What it is, as a message says it.
    var noun: String {
        switch self {
        case .primitive(let primitive): primitive.rawValue
        case .enumeration: "an enum"
        case .scalar: "a scalar"
        case .union: "a union"
        case .value: "a value"
        case .entity: "an entity"
        case .identity: "an identity"
        case .draft: "a draft"
        case .patch: "a patch"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .nullable: "one that may be null"
        }
    }
}
