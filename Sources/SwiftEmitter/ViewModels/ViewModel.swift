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

/// The names that a template may use, and what each of them is.
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

    /// The names in the order of the alphabet, with their meanings.
    let meanings: [(name: String, meaning: Meaning)]

    /// Makes a vocabulary.
    init(
        text: [String] = [],
        blocks: [String] = [],
        models: [String: TemplateVocabulary] = [:],
        including others: TemplateVocabulary...
    ) {
        meanings =
            (others.flatMap(\.meanings) + text.map { ($0, .text) } + blocks.map { ($0, .block) }
            + models.map { ($0.key, .model($0.value)) }).sorted { $0.name < $1.name }
    }

    /// What a name stands for; nil for one that is unknown.
    subscript(name: String) -> Meaning? {
        meanings.first { $0.name == name }?.meaning
    }
}
