/// An endpoint: the template `Endpoint`.
struct EndpointModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["name", "parameters"],
        blocks: ["docs", "definition", "properties", "assignments", "settings"],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `public static let path = "/messages"`.
    let definition: Block
    /// Such as `public var limit: Int`.
    let properties: Block
    /// Such as `limit: Int = 20`.
    let parameters: String
    /// Such as `self.limit = limit`.
    let assignments: Block
    /// Such as `parameters.query("limit", limit)`.
    let settings: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "definition": definition
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "assignments": assignments
        case "settings": settings
        default: header.block(named: block)
        }
    }
}
