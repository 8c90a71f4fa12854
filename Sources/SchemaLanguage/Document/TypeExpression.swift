import Diagnostics

/// A type as a schema writes it; its names may mean nothing yet.
struct TypeExpression: Hashable, Sendable {
    /// The forms of a type.
    indirect enum Form: Hashable, Sendable {
        /// `Message`, or `Message.ID` with its member.
        case name(String, member: Located<String>?)
        /// `[T]`
        case array(TypeExpression)
        /// `{ String: T }`
        case dictionary(TypeExpression)
        /// `T?`
        case optional(TypeExpression)
    }

    var form: Form
    var range: SourceRange

    /// The type without its outermost `?`.
    var unwrapped: TypeExpression {
        if case .optional(let inner) = form { inner } else { self }
    }

    /// Whether the outermost form is `T?`.
    var isOptional: Bool {
        if case .optional = form { true } else { false }
    }
}

/// A value as a schema writes it, for a default.
struct LiteralExpression: Hashable, Sendable {
    /// The forms of a value.
    enum Form: Hashable, Sendable {
        case null
        case bool(Bool)
        /// A whole number by the core schema of YAML, as written.
        case integer(String)
        /// A number with a fraction or an exponent, as written.
        case float(String)
        /// A text in quotes.
        case quoted(String)
        /// A word without quotes: a text, or the name of a case.
        case word(String)
        case emptyArray
        case emptyDictionary
        /// A list or a mapping with something in it.
        case collection
    }

    var form: Form
    var range: SourceRange
}
