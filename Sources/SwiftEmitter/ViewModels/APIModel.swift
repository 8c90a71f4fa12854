/// A service: the template `API`.
struct APIModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "dates": "The formats of dates, such as `.iso8601, .unixSeconds`.",
        ],
        blocks: [
            "docs": "The documentation of the service.",
            "baseURLs": "A line for each environment, such as `.production: \"https://…\",`.",
            "headers": "A line for each header field, such as `\"Accept\": \"application/json\"`.",
            "query": "A line for each parameter of every query, such as `\"v\": \"1\"`.",
            "authentication": "The authentication of requests, such as `.bearer`; none by default.",
            "conventions": "The conventions of the service, `public static let conventions = …`.",
            "redactedKeys": "A line for each JSON key to keep out of logs, such as `\"token\",`.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `.production: "https://api.example.com/v1",`.
    let baseURLs: Block
    /// Such as `"Accept": "application/json"`.
    let headers: Block
    /// Such as `"api-version": "2024-06-01"`.
    let query: Block
    /// Such as `.iso8601, .unixSeconds`.
    let dates: String
    /// Such as `Authentication.bearer`; empty if requests are not authenticated.
    let authentication: Block
    /// Such as `public static let conventions: Conventions = {`, or nothing.
    let conventions: Block
    /// Such as `"token",`.
    let redactedKeys: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "baseURLs": baseURLs
        case "headers": headers
        case "query": query
        case "dates": Block(text: dates)
        case "authentication": authentication
        case "conventions": conventions
        case "redactedKeys": redactedKeys
        default: header.block(named: block)
        }
    }
}
