/// The keys of a language of ours, as one table: what each means, and what may stand behind it.
///
/// The parsers say what is legal; a test holds this table against them, key by key. From it come the
/// JSON Schema for editors and the canonical order of keys, which is the order of the table.
package struct Vocabulary: Sendable {
    /// A mapping with a closed set of keys.
    struct Form: Sendable {
        /// The name, by which shapes refer to it.
        let name: String
        /// What it is, in a sentence.
        let doc: String
        /// The keys, in canonical order.
        let keys: [Key]
        /// What the presence of keys has to do with one another.
        let rule: Rule

        init(_ name: String, _ doc: String, rule: Rule = .none, _ keys: [Key]) {
            self.name = name
            self.doc = doc
            self.rule = rule
            self.keys = keys
        }

        /// The place of a key in the canonical order; nil where it is not one of the keys.
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

    /// What may stand behind a key.
    indirect enum Shape: Sendable {
        /// Any scalar but null.
        case text
        /// Any scalar, or nothing.
        case scalar
        /// Any scalar but null and Booleans, with something in it.
        case sentence
        case boolean
        /// A text in the form of a regular expression, which no number fits.
        case string(String)
        /// An integer with a minimum.
        case number(from: Int)
        /// Any number.
        case decimal
        /// Nothing but true.
        case onlyTrue
        /// The version of the language.
        case version(String)
        /// One of these words.
        case words([String])
        /// A type.
        case type
        /// One of these types.
        case typeAmong([PrimitiveType])
        /// A type, with a default where one is written.
        case typeWithDefault
        /// A type with a default, or the long form of that name.
        case property(form: String)
        /// A mapping of that form.
        case form(String)
        /// A mapping of that form, of whose keys some are narrower, others cannot be there (nil), and others
        /// must be.
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
        /// Whatever YAML can say.
        case anything
    }

    /// The names that an author may choose.
    enum Names: Sendable {
        /// Those of declarations: a capital, then letters, digits and `_`.
        case declarations
        /// Any text; a `?` at its end says that the key may be absent.
        case properties
        /// Any text without a `?` at its end, as none may be absent.
        case placeholders
        /// Statuses of HTTP that are failures, and `default`.
        case statuses
        /// Statuses of HTTP that are successes; there is at least one.
        case successes
        /// Any text; there is at least one.
        case atLeastOne
        /// A key path, and no other beside it.
        case oneKeyPath
        /// Any text.
        case any
    }

    /// What the presence of keys has to do with one another.
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
