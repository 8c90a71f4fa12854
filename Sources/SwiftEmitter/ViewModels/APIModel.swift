/// A service: the template `API`.
struct APIModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["name", "dates"],
        blocks: ["docs", "baseURLs", "headers", "authentication"],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `.production: "https://api.example.com/v1",`.
    let baseURLs: Block
    /// Such as `"Accept": "application/json"`.
    let headers: Block
    /// Such as `.iso8601, .unixSeconds`.
    let dates: String
    /// Such as `Authentication.bearer`; nothing where requests do not say who sends them.
    let authentication: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "baseURLs": baseURLs
        case "headers": headers
        case "dates": Block(text: dates)
        case "authentication": authentication
        default: header.block(named: block)
        }
    }
}
