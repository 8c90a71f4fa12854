import Foundation

/// A field of a form or a part of a multipart body.
struct BodyPart: Sendable {
    /// The content of a part.
    enum Content: Sendable {
        case text(String)
        /// The elements of an array.
        case texts([String])
        /// A JSON text.
        case json(Data)
        case file(FileUpload)
    }

    let name: String
    let content: Content

    /// Returns the properties of an object as parts, sorted by name; null is left out.
    static func parts(of members: [String: JSON]) throws(JSONError) -> [BodyPart] {
        var parts: [BodyPart] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if value.isNull { continue }
            parts.append(BodyPart(name: name, content: try content(of: value)))
        }
        return parts
    }

    private static func content(of value: JSON) throws(JSONError) -> Content {
        if let text = value.parameterText { return .text(text) }
        if let elements = value.array {
            let texts = elements.compactMap(\.parameterText)
            if texts.count == elements.count { return .texts(texts) }
        }
        return .json(try value.jsonData())
    }
}
