import RepositoryLocal

/// A column that holds an indexed property.
struct StoredColumn: Hashable, Sendable {
    /// The key of the property in JSON.
    let key: String
    /// What it holds; nil for what only a newer version knows, where all values are misfits.
    let kind: IndexedProperty.Kind?
    /// Its name in SQL.
    let name: String
    /// Whether it tells of records whose identity is not that of their documents, by misfits, and
    /// otherwise holds nothing.
    var isOfIdentity = false
    /// The keys of the properties whose words it holds, for a search; none for any other column.
    var searched: [String] = []

    /// The name of the property, with those that lead into its value: `address.city`.
    var title: String { ([key] + (kind?.names ?? [])).joined(separator: ".") }

    /// The kind of a column of the identity, as text in the catalog.
    static let identityText = "identity"
    /// The kind of a column of words, as text in the catalog.
    ///
    /// It ends with the version of `TextSearch.words`: another one makes the column anew.
    static let wordsText = "words 1"

    /// What it holds for a value of another kind than the property's, written in SQL.
    ///
    /// It is more than any number and any text, and not null: one look at the end of the index tells
    /// whether there is one.
    static let misfit = "x''"
}

extension IndexedProperty.Kind {
    /// The kind as text in the catalog.
    var catalogText: String {
        switch self {
        case .text: "text"
        case .integer: "integer"
        case .real: "real"
        case .float: "float"
        case .url: "url"
        case .quoted(let kind): "quoted " + kind.catalogText
        case .boolean: "boolean"
        case .day: "day"
        case .uuid: "uuid"
        case .elements(let kind): "elements " + kind.catalogText
        case .member(let key, let kind): "member \(Self.escaped(key)) " + kind.catalogText
        case .date(let codec):
            "date " + codec.formats.map(\.rawValue).joined(separator: " ")
        }
    }

    /// Reads a kind from the catalog; nil for one that a newer version wrote.
    init?(catalogText text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case "text": self = .text
        case "integer": self = .integer
        case "real": self = .real
        case "float": self = .float
        case "url": self = .url
        case "quoted":
            let inner = words.dropFirst().joined(separator: " ")
            guard let kind = IndexedProperty.Kind(catalogText: inner) else { return nil }
            self = .quoted(kind)
        case "elements":
            let inner = words.dropFirst().joined(separator: " ")
            guard let kind = IndexedProperty.Kind(catalogText: inner) else { return nil }
            self = .elements(kind)
        case "member":
            let inner = words.dropFirst(2).joined(separator: " ")
            guard words.count > 2, let kind = IndexedProperty.Kind(catalogText: inner) else {
                return nil
            }
            self = .member(Self.unescaped(words[1]), kind)
        case "boolean": self = .boolean
        case "day": self = .day
        case "uuid": self = .uuid
        case "date":
            let formats = words.dropFirst().compactMap { DateCodec.Format(rawValue: $0) }
            guard let first = formats.first, formats.count == words.count - 1, formats.count <= 4
            else { return nil }
            func format(_ index: Int) -> DateCodec.Format? {
                formats.indices.contains(index) ? formats[index] : nil
            }
            self = .date(DateCodec(first, format(1), format(2), format(3)))
        default: return nil
        }
    }

    /// A key as one word that is not empty.
    private static func escaped(_ key: String) -> String {
        guard !key.isEmpty else { return "%" }
        return key.replacing("%", with: "%25").replacing(" ", with: "%20")
    }

    /// The key that a word stands for.
    private static func unescaped(_ word: String) -> String {
        guard word != "%" else { return "" }
        return word.replacing("%20", with: " ").replacing("%25", with: "%")
    }

    /// Whether values are lists, whose elements have a table of their own.
    var isOfElements: Bool {
        if case .elements = leaf { true } else { false }
    }

    /// The keys that lead from the property to what is found, through objects and the elements of lists.
    var names: [String] {
        switch self {
        case .member(let key, let kind): [key] + kind.names
        case .elements(let kind): kind.names
        default: []
        }
    }

    /// The definition of a column in SQL, without a type: values stay what they are.
    func definition(_ name: String) -> String {
        [.text, .url].contains(leaf) ? "\(name) COLLATE \(TextCollation.name)" : name
    }
}
