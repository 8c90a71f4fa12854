import RepositoryLocal

/// A column that holds an indexed property.
struct StoredColumn: Hashable, Sendable {
    /// The key of the property in JSON; a JSON array of keys for a column of words.
    let key: String
    /// Its kind, as text in the catalog.
    let catalogText: String
    /// Its name in SQL; empty until it is added to a table.
    var name: String
    /// The kind of its values; nil for the identity, for words, and for a kind that only a newer
    /// version knows, where all values are misfits.
    let kind: IndexedProperty.Kind?
    /// The keys of the properties whose searchable words it contains; empty for any other column.
    let searched: [String]

    init(key: String, catalogText: String, name: String = "") {
        self.key = key
        self.catalogText = catalogText
        self.name = name
        kind = IndexedProperty.Kind(catalogText: catalogText)
        searched =
            catalogText == Self.wordsText
            ? (try? JSON(jsonText: key))?.array?.compactMap(\.string) ?? [] : []
    }

    /// Whether it marks records whose identity differs from that in their document, with misfits,
    /// and is empty for others.
    var isOfIdentity: Bool { catalogText == Self.identityText }

    /// The values that identify it in the catalog.
    var signature: [String] { [key, catalogText] }

    /// The path of the property and the nested value: `address.city`.
    var title: String { ([key] + (kind?.names ?? [])).joined(separator: ".") }

    /// The kind of the identity's column, as text in the catalog.
    static let identityText = "identity"
    /// The kind of a column of words, as text in the catalog.
    ///
    /// It ends with the version of `TextSearch.words`; another version recreates the column.
    static let wordsText = "words 2"

    /// The content for a value of another kind than the property's, in SQL.
    ///
    /// It sorts after any number and text, and is not null: a lookup at the end of the index tells
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

    /// Parses a kind in the catalog; nil for one written by a newer version.
    init?(catalogText text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case "text": self = .text
        case "integer": self = .integer
        case "real": self = .real
        case "float": self = .float
        case "url": self = .url
        case "quoted", "elements":
            let inner = words.dropFirst().joined(separator: " ")
            guard let kind = IndexedProperty.Kind(catalogText: inner) else { return nil }
            self = words[0] == "quoted" ? .quoted(kind) : .elements(kind)
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
            guard let first = formats.first, formats.count == words.count - 1, formats.count <= 6
            else { return nil }
            func format(_ index: Int) -> DateCodec.Format? {
                formats.indices.contains(index) ? formats[index] : nil
            }
            self = .date(
                DateCodec(first, format(1), format(2), format(3), format(4), format(5))
            )
        default: return nil
        }
    }

    /// Returns a key encoded as one non-empty word.
    private static func escaped(_ key: String) -> String {
        guard !key.isEmpty else { return "%" }
        return key.replacing("%", with: "%25").replacing(" ", with: "%20")
    }

    /// Returns the key encoded in a word.
    private static func unescaped(_ word: String) -> String {
        guard word != "%" else { return "" }
        return word.replacing("%20", with: " ").replacing("%25", with: "%")
    }

    /// Whether values are arrays, whose elements have a separate table.
    var isOfElements: Bool {
        if case .elements = leaf { true } else { false }
    }

    /// The keys on the path from the property to the value, through objects and array elements.
    var names: [String] {
        switch self {
        case .member(let key, let kind): [key] + kind.names
        case .elements(let kind): kind.names
        default: []
        }
    }

    /// Returns the definition of a column in SQL, without a type, so that values are not converted.
    func definition(_ name: String) -> String {
        [.text, .url].contains(leaf) ? "\(name) COLLATE \(TextCollation.name)" : name
    }
}
