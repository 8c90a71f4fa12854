import Diagnostics

/// A type as written in a schema; its names may be unresolved.
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
        /// Text that is not a type, which has been reported.
        case unreadable
    }

    var form: Form
    var range: SourceRange

    /// The expression in place of a type that could not be read.
    static func unreadable(at range: SourceRange) -> TypeExpression {
        TypeExpression(form: .unreadable, range: range)
    }

    /// The type without its outermost `?`.
    var unwrapped: TypeExpression {
        if case .optional(let inner) = form { inner } else { self }
    }

    /// The name for the inline object of the same property.
    static let placeholder = "_"

    /// Whether it contains `_`.
    var hasPlaceholder: Bool {
        switch form {
        case .name(let name, _): name == Self.placeholder
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.hasPlaceholder
        case .unreadable: false
        }
    }

    /// The type with a name in place of `_`.
    func replacingPlaceholder(with name: String) -> TypeExpression {
        var type = self
        switch form {
        case .name(Self.placeholder, nil): type.form = .name(name, member: nil)
        case .name, .unreadable: break
        case .array(let inner): type.form = .array(inner.replacingPlaceholder(with: name))
        case .dictionary(let inner):
            type.form = .dictionary(inner.replacingPlaceholder(with: name))
        case .optional(let inner): type.form = .optional(inner.replacingPlaceholder(with: name))
        }
        return type
    }

    /// Whether its single values are references: `Name.ID`.
    var isReference: Bool {
        switch form {
        case .name(_, let member): member?.value == "ID"
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.isReference
        case .unreadable: false
        }
    }

    /// The name of its single values; nil for a reference, or if it cannot be read.
    var leafName: String? {
        switch form {
        case .name(let name, let member): member == nil ? name : nil
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.leafName
        case .unreadable: nil
        }
    }

    /// Whether the outermost form is `T?`.
    var isOptional: Bool {
        if case .optional = form { true } else { false }
    }
}

/// A value as written in a schema, for a default.
struct LiteralExpression: Hashable, Sendable {
    /// The forms of a value.
    enum Form: Hashable, Sendable {
        case null
        case bool(Bool)
        /// An integer by the core schema of YAML, as written.
        case integer(String)
        /// A number with a fraction or an exponent, as written.
        case float(String)
        /// A string in quotes.
        case quoted(String)
        /// A word without quotes: a string, or the name of a case.
        case word(String)
        case emptyArray
        case emptyDictionary
        /// A list or a mapping with contents.
        case collection
        /// Text that is not a value, which has been reported.
        case unreadable
    }

    var form: Form
    var range: SourceRange
}
