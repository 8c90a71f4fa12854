/// An endpoint: the template `Endpoint`.
struct EndpointModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "parameters": "The parameters of the initializer, such as `limit: Int = 20`.",
        ],
        blocks: [
            "docs": "The documentation of the endpoint.",
            "definition": "The constants, such as `public static let path = \"/messages\"`.",
            "properties": "The stored properties, such as `public var limit: Int`.",
            "assignments": "The body of the initializer, such as `self.limit = limit`.",
            "settings": "How each parameter is sent, such as `parameters.query(\"limit\", limit)`.",
            "outcomes": "The types of the response: outcomes, header fields and errors.",
        ],
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
    /// Such as `public enum Response: StatusResponse {`.
    let outcomes: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "definition": definition
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "assignments": assignments
        case "settings": settings
        case "outcomes": outcomes
        default: header.block(named: block)
        }
    }
}
