/// An enumeration: the templates `OpenEnumeration` and `ClosedEnumeration`.
struct EnumerationModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "rawType": "The type of the raw values, `String` or `Int`.",
        ],
        blocks: [
            "docs": "The documentation of the enum.",
            "cases": "The cases: `case everyone`; in a closed enum, with the raw value.",
            "matches": "Decoding cases, such as `case \"everyone\": self = .everyone`.",
            "rawValues": "Encoding cases, such as `case .everyone: \"everyone\"`.",
            "extensions": "A line for each conformance, such as `extension Color: Codable {}`.",
        ],
        including: FileHeader.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    let rawType: String
    /// Such as `case everyone`, in a closed enumeration with its raw value.
    let cases: Block
    /// Such as `case "everyone": self = .everyone`.
    let matches: Block
    /// Such as `case .everyone: "everyone"`.
    let rawValues: Block
    /// Such as `nonisolated extension Visibility: Codable {}`.
    let extensions: Block

    func block(named block: String) -> Block? {
        switch block {
        case "docs": docs
        case "name": Block(text: name)
        case "rawType": Block(text: rawType)
        case "cases": cases
        case "matches": matches
        case "rawValues": rawValues
        case "extensions": extensions
        default: header.block(named: block)
        }
    }
}
