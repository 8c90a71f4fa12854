import TestSupport

/// A type in a random schema.
indirect enum RandomType {
    /// A type of the schema language.
    case primitive(String)
    case enumeration(RandomEnumeration)
    case scalar(RandomScalar)
    /// A union, by name.
    case union(String)
    /// A value or an entity, by name.
    case structure(String)
    /// The type of the identity of an entity, and the underlying type.
    case identity(of: String, String)
    case array(RandomType)
    case dictionary(RandomType)
    case nullable(RandomType)

    /// The short form of the type.
    var text: String {
        switch self {
        case .primitive(let name), .structure(let name), .union(let name): name
        case .scalar(let scalar): scalar.name
        case .enumeration(let enumeration): enumeration.name
        case .identity(let entity, _): "\(entity).ID"
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "{ String: \(value.text) }"
        case .nullable(let inner): "\(inner.text)?"
        }
    }

    /// Returns the type in one of its forms in YAML.
    func yaml(_ random: inout SeededGenerator) -> YAMLText {
        switch self {
        case .primitive, .structure, .identity, .enumeration, .scalar, .union: .plain(text)
        case .array(let element):
            random.once(in: 3) ? .text(text) : .list([element.yaml(&random)])
        case .dictionary(let value):
            random.once(in: 3) ? .text(text) : .map([("String", value.yaml(&random))])
        case .nullable: .text(text)
        }
    }

    /// Whether the type contains a date; the structures that it names do not count.
    var holdsDate: Bool {
        switch self {
        case .primitive(let name): name == "Date"
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.holdsDate
        case .enumeration, .structure, .identity, .scalar, .union: false
        }
    }

    /// The innermost type, without arrays, dictionaries and `?`.
    var leaf: RandomType {
        switch self {
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.leaf
        default: self
        }
    }

    /// The type with a `?`; `JSON` already includes null.
    var orNull: RandomType {
        switch self {
        case .primitive("JSON"), .nullable: self
        default: .nullable(self)
        }
    }

    /// Whether the type, nullable or not, is an array or a dictionary.
    var isContainer: Bool {
        switch withoutNull {
        case .array, .dictionary: true
        default: false
        }
    }

    /// The type without an outermost `?`.
    var withoutNull: RandomType {
        if case .nullable(let inner) = self { inner } else { self }
    }
}

/// A scalar in a random schema.
struct RandomScalar {
    let name: String
    /// The type of the language that represents it in Swift; nil if it is a type of `LawKit`.
    let primitive: String?
    /// The kind of its JSON.
    let kind: String
    /// Whether its form on the wire differs from that of its type in Swift.
    let hasOwnForm: Bool
}

/// An enumeration in a random schema.
struct RandomEnumeration {
    let name: String
    /// The kind of its JSON.
    let kind: String
    /// The names of its cases.
    let cases: [String]
    /// A value on the wire, as JSON.
    let sample: YAMLText
}

/// An entity in a random schema.
struct RandomEntity {
    let name: String
    /// The type of its identity.
    let identity: String
}

/// A declaration in a file: its section, its name and its body.
struct RandomDeclaration {
    let section: Section
    let file: Int
    let name: String
    let body: YAMLText

    /// The sections of a schema, in the order in which they appear in a file.
    enum Section: String, CaseIterable {
        case apis, enums, scalars, unions, mixins, values, entities, endpoints, repositories
    }
}
