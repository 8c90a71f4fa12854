import YAMLTree

/// An operation of a document, in any version of OpenAPI.
struct OpenAPIOperation {
    /// A parameter.
    struct Parameter {
        var name: String
        /// `path`, `query`, `header`, `cookie`.
        var place: String
        var isRequired: Bool
        var schema: YAMLNode
        var node: YAMLNode
        /// `form`, `simple`, `deepObject` and so on.
        var style: String
        var explodes: Bool
        /// The format of arrays in Swagger 2.0; nil in later versions.
        var collectionFormat: String?
        /// The media type of its text, for example JSON in a query; nil if it has a style.
        var media: String?
        /// The name of the component; nil if it is inline.
        var component: String?

        /// The format of an array, in the words of a schema; nil if a schema has none for it.
        var arrays: String? {
            switch style {
            case "form": explodes ? "repeated" : "commas"
            case "simple": "commas"
            case "spaceDelimited": "spaces"
            case "pipeDelimited": "pipes"
            // OpenAPI defines only objects; services read arrays with brackets then.
            case "deepObject": "brackets"
            case "label", "matrix": explodes ? nil : "commas"
            default: nil
            }
        }

        /// The place in messages.
        var placeNoun: String {
            switch place {
            case "header": "header field"
            case "formData": "form"
            default: place
            }
        }

        /// The keywords that determine the format, as in the document.
        var writtenStyle: String {
            if let collectionFormat { return "`collectionFormat: \(collectionFormat)`" }
            return "`style: \(style)` and `explode: \(explodes)`"
        }

        /// The documentation, if it says more than the name.
        var doc: String? { node["description"]?.sentence ?? SchemaObject(schema).doc(of: name) }
    }

    /// A media type with its schema.
    struct Content {
        var media: String
        var schema: YAMLNode?
        var node: YAMLNode
    }

    /// A request body.
    struct Body {
        var contents: [Content]
        var node: YAMLNode
        /// The fields of a form in Swagger 2.0, which are parameters there.
        var fields: [Parameter] = []
    }

    /// The response for a status.
    struct Response {
        /// The status, for example `200`, `2XX` or `default`.
        var status: String
        /// The key of the status, for its position.
        var statusNode: YAMLNode
        var contents: [Content]
        var headers: [(name: String, node: YAMLNode)]
        var node: YAMLNode
        /// The name of the component; nil if it is inline.
        var component: String?

        /// The statuses of `200` or `2XX`; nil for `default` and for invalid ones.
        var statuses: ClosedRange<Int>? {
            if let status = Int(status), (100...599).contains(status) { return status...status }
            guard status.utf8.count == 3, status.lowercased().hasSuffix("xx"),
                let hundreds = status.first?.wholeNumberValue, (1...5).contains(hundreds)
            else { return nil }
            return hundreds * 100...hundreds * 100 + 99
        }
    }

    /// The method, also if a schema does not support it.
    var method: String
    /// The path, percent-encoded.
    var path: String
    /// The key of the path, for its position.
    var pathNode: YAMLNode
    var node: YAMLNode
    /// The key of the method, for its position.
    var methodNode: YAMLNode
    var parameters: [Parameter] = []
    var body: Body?
    var responses: [Response] = []
    /// The security requirements; nil for none.
    var security: YAMLNode?

    var identity: String? { node["operationId"]?.sentence }
    var tags: [String] { node["tags"]?.elements.compactMap(\.text) ?? [] }
    var isDeprecated: Bool { node["deprecated"]?.bool == true }

    /// The documentation: the summary, unless it repeats the name, followed by the description.
    func doc(of name: String) -> String? {
        let summary = node["summary"]?.sentence.flatMap { $0.bare == name.bare ? nil : $0 }
        guard let description = node["description"]?.sentence else { return summary }
        guard let summary, !description.hasPrefix(summary) else { return description }
        return "\(summary)\n\n\(description)"
    }
}

extension OpenAPIOperation {
    /// A path in which all characters except the names of placeholders are percent-encoded as
    /// needed.
    static func path(writtenAs text: String) -> String {
        let allowed = Set("/-_.~!$&'()*+,;=:@%{}?#".utf8)
        var path = text.hasPrefix("/") ? "" : "/"
        var isInBraces = false
        for character in text {
            if character == "{" { isInBraces = true }
            if character == "}" { isInBraces = false }
            let isFine =
                isInBraces
                || character.isASCII && (character.isLetter || character.isNumber)
                || character.utf8.allSatisfy(allowed.contains)
            path += isFine ? String(character) : String(character).percentEncoded { _ in false }
        }
        return path
    }
}
