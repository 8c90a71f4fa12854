/// What one template needs to know, with every decision made.
///
/// A name of the vocabulary always has a value; any other has none.
protocol ViewModel: Sendable {
    /// The names that a template may use for this model.
    static var vocabulary: TemplateVocabulary { get }

    /// The text or the lines of a name.
    func block(named name: String) -> Block?

    /// The model of a name.
    func model(named name: String) -> (any ViewModel)?
}

extension ViewModel {
    /// Nothing: most models have none in them.
    func model(named name: String) -> (any ViewModel)? { nil }
}

/// What a template needs for a file of its own.
protocol FileModel: ViewModel {
    /// What stands above the declarations.
    var header: FileHeader { get }
}

/// The names that a template may use, what each of them is, and a line of documentation for each.
///
/// A name cannot be declared without its line, and ``TemplateReference`` shows them all.
struct TemplateVocabulary: Sendable {
    /// What a name stands for.
    enum Meaning: Sendable {
        /// Text within a line.
        case text
        /// Lines, perhaps none; also a section that is there when a line is.
        case block
        /// A model of its own, as a section.
        case model(TemplateVocabulary)
    }

    /// A name.
    struct Entry: Sendable {
        let name: String
        let meaning: Meaning
        /// What it stands for, in a line.
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

    /// The names in the order of the alphabet.
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

    /// What a name stands for; nil for one that is unknown.
    subscript(name: String) -> Meaning? {
        entries.first { $0.name == name }?.meaning
    }
}
