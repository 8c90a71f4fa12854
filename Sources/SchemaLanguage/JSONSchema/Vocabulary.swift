/// The keys of a language, in one table: the meaning of each, and its possible values.
///
/// The parsers decide what is valid; a test compares this table with them, key by key. The JSON
/// Schema for editors and the canonical order of keys, which is that of the table, are derived from
/// it.
package struct Vocabulary: Sendable {
    /// A mapping with a closed set of keys.
    struct Form: Sendable {
        /// The name, by which shapes refer to it.
        let name: String
        /// What it is, in a sentence.
        let doc: String
        /// The keys, in canonical order.
        let keys: [Key]
        /// Which keys must, or must not, occur together.
        let rule: Rule

        init(_ name: String, _ doc: String, rule: Rule = .none, _ keys: [Key]) {
            self.name = name
            self.doc = doc
            self.rule = rule
            self.keys = keys
        }

        /// The place of a key in the canonical order; nil if it is not one of the keys.
        func position(of key: String) -> Int? {
            keys.firstIndex { $0.name == key }
        }
    }

    /// A key of a form.
    struct Key: Sendable {
        let name: String
        let shape: Shape
        /// What it means, in a sentence or two.
        let doc: String
        let isRequired: Bool

        init(_ name: String, _ shape: Shape, _ doc: String, required: Bool = false) {
            self.name = name
            self.shape = shape
            self.doc = doc
            self.isRequired = required
        }
    }

    /// The possible values of a key.
    indirect enum Shape: Sendable {
        /// Any scalar except null.
        case text
        /// The name of a declaration, except of an API.
        case reference
        /// Any scalar, or nothing.
        case scalar
        /// Any scalar except null and Booleans, not blank.
        case sentence
        case boolean
        /// A string that matches a regular expression; never a number.
        case string(String)
        /// An integer with a minimum.
        case number(from: Int)
        /// Any number.
        case decimal
        /// Only `true`.
        case onlyTrue
        /// The version of the language.
        case version(String)
        /// One of these words.
        case words([String])
        /// A type.
        case type
        /// One of these types.
        case typeAmong([PrimitiveType])
        /// A type, with an optional default.
        case typeWithDefault
        /// A type with a default, or the long form of that name.
        case property(form: String)
        /// A mapping of that form.
        case form(String)
        /// A mapping of that form in which some keys have fewer possible values, others are not
        /// allowed (nil), and others are required.
        case narrowed(String, [(key: String, shape: Shape?)], required: [String] = [])
        /// A list of at least one; of words, each once.
        case list(Shape)
        /// A list, which may be empty.
        case listOrEmpty(Shape)
        /// One, or a list of at least one.
        case oneOrMany(Shape)
        /// A mapping of names that the author chooses.
        case map(Names, Shape)
        /// One of several.
        case either([Shape])
        /// Any YAML value.
        case anything
    }

    /// The names that an author may choose.
    enum Names: Sendable {
        /// Those of declarations: a capital, then letters, digits and `_`.
        case declarations
        /// Any text; a `?` at its end means that the key may be missing.
        case properties
        /// Any text without a `?` at its end, because none may be missing.
        case placeholders
        /// HTTP status codes of failures, and `default`.
        case statuses
        /// HTTP status codes of successes, at least one.
        case successes
        /// Any text; there is at least one.
        case atLeastOne
        /// Exactly one key path.
        case oneKeyPath
        /// Any text.
        case any
    }

    /// Which keys must, or must not, occur together.
    enum Rule: Sendable {
        case none
        /// Exactly one of these keys is there.
        case exactlyOne([String])
        /// One of these sets: all of its keys are there, and none of those that it excludes.
        case alternatives([Alternative])
    }

    /// One of several ways to fill a form.
    struct Alternative: Sendable {
        let required: [String]
        let excluded: [String]
    }

    /// The form of a whole file, and those that it refers to.
    let forms: [Form]

    /// The title of the JSON Schema.
    let title: String

    /// The form of a whole file.
    var root: Form { forms[0] }

    /// Makes a vocabulary of at least one form.
    init(title: String, root: Form, _ others: [Form]) {
        self.title = title
        forms = [root] + others
    }

    /// The form of a name.
    func form(_ name: String) -> Form? {
        forms.first { $0.name == name }
    }
}
