/// The references of an entity that have an inverse: the template `Relations`.
struct RelationsModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: ["name": "The name of the entity."],
        blocks: [
            "functions": "The functions that follow its references, `public func author(in …`.",
            "inverses": "Extensions of the entities that it refers to, each with its functions.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let name: String
    /// The functions that follow the references.
    let functions: Block
    /// An extension of each target entity, with the functions that find the entities that refer to
    /// it.
    let inverses: Block

    func block(named block: String) -> Block? {
        switch block {
        case "name": Block(text: name)
        case "functions": functions
        case "inverses": inverses
        default: header.block(named: block)
        }
    }
}
