/// The information that one template needs, with every decision made.
///
/// A text or a block in the vocabulary always has a value, a model only where it applies; any other
/// name has none.
protocol ViewModel: Sendable {
    /// The names that a template can use for this model.
    static var vocabulary: TemplateVocabulary { get }

    /// The text or the lines for a name.
    func block(named name: String) -> Block?

    /// The model for a name.
    func model(named name: String) -> (any ViewModel)?
}

extension ViewModel {
    /// Nil: most models contain no others.
    func model(named name: String) -> (any ViewModel)? { nil }
}

/// The model of a template with its own file.
protocol FileModel: ViewModel {
    /// The header of the file.
    var header: FileHeader { get }
}

/// The names that a template can use, with the kind of each and a line of documentation.
///
/// A name cannot be declared without its line, and ``TemplateReference`` lists them all.
struct TemplateVocabulary: Sendable {
    /// The kind of value of a name.
    enum Meaning: Sendable {
        /// Text within a line.
        case text
        /// Lines, possibly none; also a section that is rendered if there is a line.
        case block
        /// A separate model, as a section.
        case model(TemplateVocabulary)
    }

    /// A name.
    struct Entry: Sendable {
        let name: String
        let meaning: Meaning
        /// Its documentation, in a line.
        let documentation: String
    }

    /// A model within another.
    struct Model: Sendable {
        let vocabulary: TemplateVocabulary
        let documentation: String

        init(_ vocabulary: TemplateVocabulary, _ documentation: String) {
            self.vocabulary = vocabulary
            self.documentation = documentation
        }
    }

    /// The names in alphabetical order.
    let entries: [Entry]

    /// Makes a vocabulary of names, each with its line of documentation.
    init(
        text: KeyValuePairs<String, String> = [:],
        blocks: KeyValuePairs<String, String> = [:],
        models: KeyValuePairs<String, Model> = [:],
        including others: TemplateVocabulary...
    ) {
        var entries = others.flatMap(\.entries)
        entries += text.map { Entry(name: $0, meaning: .text, documentation: $1) }
        entries += blocks.map { Entry(name: $0, meaning: .block, documentation: $1) }
        entries += models.map {
            Entry(name: $0, meaning: .model($1.vocabulary), documentation: $1.documentation)
        }
        self.entries = entries.sorted { $0.name < $1.name }
    }

    /// The value of a name; nil for an unknown one.
    subscript(name: String) -> Meaning? {
        entries.first { $0.name == name }?.meaning
    }
}
