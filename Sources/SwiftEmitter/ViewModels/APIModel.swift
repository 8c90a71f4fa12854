/// A service: the template `API`.
struct APIModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["name", "dates"],
        blocks: ["docs", "baseURLs", "headers"],
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

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "baseURLs": baseURLs
        case "headers": headers
        case "dates": Block(text: dates)
        default: header.block(named: block)
        }
    }
}
