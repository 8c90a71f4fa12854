import TestSupport

/// A type as a random schema writes it.
indirect enum RandomType {
    /// A type of the language.
    case primitive(String)
    case enumeration(RandomEnumeration)
    case scalar(RandomScalar)
    /// A union, by its name.
    case union(String)
    /// A value or an entity, by its name.
    case structure(String)
    /// The type of an identity, with what it is.
    case identity(of: String, String)
    case array(RandomType)
    case dictionary(RandomType)
    case nullable(RandomType)

    /// The type as one text.
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

    /// The type in one of the forms that YAML has for it.
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

    /// Whether a date is in it, outside of the structures it names.
    var holdsDate: Bool {
        switch self {
        case .primitive(let name): name == "Date"
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.holdsDate
        case .enumeration, .structure, .identity, .scalar, .union: false
        }
    }

    /// What is left without arrays, dictionaries and `?`.
    var leaf: RandomType {
        switch self {
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.leaf
        default: self
        }
    }

    /// The type with a `?`; `JSON` has a null of its own.
    var orNull: RandomType {
        switch self {
        case .primitive("JSON"), .nullable: self
        default: .nullable(self)
        }
    }

    /// Whether it is an array or a dictionary, null or not.
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

/// A scalar of a random schema.
struct RandomScalar {
    let name: String
    /// The type of the language that it is in Swift; nil where it is one of `LawKit`.
    let primitive: String?
    /// What kind of JSON it is.
    let kind: String
    /// Whether it is written otherwise than its type in Swift.
    let hasOwnForm: Bool
}

/// An enumeration of a random schema.
struct RandomEnumeration {
    let name: String
    /// What kind of JSON it is.
    let kind: String
    /// The names of its cases.
    let cases: [String]
    /// A value on the wire, as JSON.
    let sample: YAMLText
}

/// An entity of a random schema.
struct RandomEntity {
    let name: String
    /// The type of its identity.
    let identity: String
}

/// What is declared under one key of a file: its name, what it says, and the file.
struct RandomDeclaration {
    let section: Section
    let file: Int
    let name: String
    let body: YAMLText

    /// The keys of a schema, in the order in which files have them.
    enum Section: String, CaseIterable {
        case apis, enums, scalars, unions, mixins, values, entities, endpoints, repositories
    }
}
