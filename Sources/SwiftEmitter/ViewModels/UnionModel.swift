/// A union: the template `Union`.
struct UnionModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "conformances": "The protocols that it conforms to, such as `UnionValue, Hashable`.",
            "indirect": "The modifier `indirect `, if the union contains itself.",
            "mark": "How the cases are distinguished, as words for a comment.",
            "readerMark": "Reads the discriminator: `try reader.discriminator(\"type\")`.",
            "dictionaryMark": "Reads the discriminator of a dictionary.",
        ],
        blocks: [
            "docs": "The documentation of the union.",
            "cases": "The cases, such as `case image(Image)`.",
            "reads": "Reads JSON: `case \"image\": self = .image(try reader.value())`.",
            "writes": "Writes JSON, with a case for each type.",
            "dictionaryReads": "Reads a value of a dictionary, with a case for each type.",
            "dictionaryWrites": "Writes a value of a dictionary, with a case for each type.",
            "extensions": "A line for each conformance, such as `extension Media: Codable {}`.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `UnionValue, Hashable`.
    let conformances: String
    /// The modifier with a space after it; empty for a union that does not contain itself.
    let indirect: String
    /// How the cases are distinguished, as a phrase.
    let mark: String
    /// Such as `try reader.discriminator("type")`.
    let readerMark: String
    /// Such as `try dictionaryValue.discriminator("type")`.
    let dictionaryMark: String
    /// Such as `case image(Image)`.
    let cases: Block
    /// Such as `case "image": self = .image(try reader.value())`.
    let reads: Block
    /// Such as `case .image(let value): writer.value(value, tagged: "image", by: "type")`.
    let writes: Block
    /// As ``reads``, for dictionaries.
    let dictionaryReads: Block
    /// As ``writes``, for dictionaries.
    let dictionaryWrites: Block
    /// Such as `nonisolated extension Attachment: Codable {}`.
    let extensions: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "conformances": Block(text: conformances)
        case "indirect": Block(text: indirect)
        case "mark": Block(text: mark)
        case "readerMark": Block(text: readerMark)
        case "dictionaryMark": Block(text: dictionaryMark)
        case "cases": cases
        case "reads": reads
        case "writes": writes
        case "dictionaryReads": dictionaryReads
        case "dictionaryWrites": dictionaryWrites
        case "extensions": extensions
        default: header.block(named: block)
        }
    }
}
