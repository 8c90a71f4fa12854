/// A scalar: the template `Scalar`.
struct ScalarModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the scalar.",
            "type": "Its type in Swift, such as `Decimal`.",
        ],
        blocks: ["docs": "The documentation of the scalar."],
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
