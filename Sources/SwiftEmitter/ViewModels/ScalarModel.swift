/// A scalar: the template `Scalar`.
struct ScalarModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["name", "type"],
        blocks: ["docs"],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `Decimal`.
    let type: String

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "type": Block(text: type)
        default: header.block(named: block)
        }
    }
}
