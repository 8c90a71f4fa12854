/// The ways in which a union distinguishes its cases.
extension SchemaIndex {
    /// The kinds of JSON values, except null, that a type in a form may have.
    func wireKinds(of type: CheckedType, in wire: WireForm) -> Set<WireKind> {
        let kind: WireKind?
        switch type {
        case .nullable(let inner): return wireKinds(of: inner, in: wire)
        case .primitive(.date): kind = wireKind(of: formats(of: wire))
        case .primitive(let primitive), .identity(_, let primitive):
            kind = primitive.wireKind(in: wire)
        case .draft, .patch: kind = .object
        case .union(let name):
            guard let union = union(named: name), !union.keepsUnknown else { fallthrough }
            if union.discriminator != nil { return [.object] }
            let types = union.cases.compactMap { resolve($0.type) }
            return Set(types.compactMap { wireKind(of: $0) })
        case .scalar, .enumeration, .array, .dictionary, .value, .entity:
            kind = wireKind(of: type)
        }
        return kind.map { [$0] } ?? Set(WireKind.allCases)
    }

    /// The kind of JSON value of all values of a type; nil if there is no single kind.
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

    /// The mark that distinguishes a case of a union from the others; nil if there is none.
    func mark(of declared: UnionDeclaration.Case, in union: UnionDeclaration) -> CheckedUnion.Mark?
    {
        if union.discriminator != nil { return .tag((declared.tag ?? declared.name).value) }
        return resolve(declared.type).flatMap(wireKind).map { .kind($0) }
    }
}

extension PrimitiveType {
    /// The kind of JSON value in a form; nil for `JSON`, which can be of any kind.
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
    /// The name of its value or entity.
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

    /// The name of its kind, for a message.
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
        case .nullable: "a nullable type"
        }
    }
}
