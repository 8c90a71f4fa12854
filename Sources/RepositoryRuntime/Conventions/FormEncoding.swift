#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a form writes the elements of an array.
public enum FormArrays: Sendable {
    /// The name for each element: `tag=a&tag=b`.
    case repeated
    /// The name with empty brackets for each element: `tag[]=a&tag[]=b`.
    case brackets
    /// The name with the index of the element in brackets: `tag[0]=a&tag[1]=b`.
    case indices
    /// All elements in one field, with commas between them: `tag=a,b`.
    case commas
}

/// How a form writes the members of a nested object.
public enum FormObjects: Sendable {
    /// The name of the member in brackets: `address[city]=Rome`.
    case brackets
    /// The name of the member after a dot: `address.city=Rome`.
    case dots
}

/// Members as `application/x-www-form-urlencoded`.
///
/// How nested values are written is a convention of services (Stripe, Rails, PHP), not of the media
/// type. Null is an empty field, which is how such services take a value away.
struct FormEncoding: Sendable {
    /// The media type.
    static let mediaType = "application/x-www-form-urlencoded"

    /// How repositories write their entities, where an empty array or object is an empty field, too.
    static let repositories = FormEncoding(
        arrays: .indices,
        objects: .brackets,
        keepsEmpty: true
    )

    var arrays = FormArrays.repeated
    var objects = FormObjects.brackets
    /// Whether an array or an object with nothing in it is an empty field.
    var keepsEmpty = false

    /// The text of a body.
    ///
    /// - Parameters:
    ///   - json: The members, an object.
    ///   - fields: Fields that follow them.
    ///   - isNew: Whether nothing is there yet: then what is empty is left out, for some services take
    ///     that for an attempt to take away what is not there.
    /// - Returns: The bytes of the body.
    func encode(_ json: JSON, fields: [BodyPart] = [], isNew: Bool = false) -> Data {
        let members = (json.object ?? [:]).sorted { $0.key < $1.key }
            .flatMap { key, value in items(key, value) }
        let others = fields.flatMap { field in
            switch field.content {
            case .text(let text): [(field.name, text)]
            case .texts(let texts): items(field.name, .array(texts.map { .string($0) }))
            // No schema puts these into a form.
            case .json, .file: [(String, String)]()
            }
        }
        let text = (members + others).filter { !isNew || !$0.1.isEmpty }
            .map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        return Data(text.joined(separator: "&").utf8)
    }

    private func items(_ name: String, _ value: JSON) -> [(String, String)] {
        switch value {
        case .null: return [(name, "")]
        case .bool(let value): return [(name, value ? "true" : "false")]
        case .number(let number): return [(name, number.literal)]
        case .string(let text): return [(name, text)]
        case .array([]), .object([:]): return keepsEmpty ? [(name, "")] : []
        case .array(let elements): return items(name, elements)
        case .object(let members):
            return members.sorted { $0.key < $1.key }
                .flatMap { key, value in
                    items(objects == .dots ? "\(name).\(key)" : "\(name)[\(key)]", value)
                }
        }
    }

    private func items(_ name: String, _ elements: [JSON]) -> [(String, String)] {
        let texts = elements.compactMap(\.parameterText)
        let isFlat = texts.count == elements.count
        return switch arrays {
        case .commas where isFlat: [(name, texts.joined(separator: ","))]
        case .repeated where isFlat: texts.map { (name, $0) }
        case .brackets: elements.flatMap { items("\(name)[]", $0) }
        // What has members needs to be told from the next.
        case .repeated, .commas, .indices:
            elements.enumerated().flatMap { items("\(name)[\($0)]", $1) }
        }
    }
}
