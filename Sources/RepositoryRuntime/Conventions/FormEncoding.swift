#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Members as `application/x-www-form-urlencoded`, nested ones in brackets: `address[city]=Rome`.
///
/// The brackets are a convention of services (Stripe, Rails), not of the media type. Null is the
/// empty value, which is how they take a value away.
enum FormEncoding {
    /// The media type.
    static let mediaType = "application/x-www-form-urlencoded"

    /// The text of a body.
    static func encode(_ json: JSON) -> Data {
        let fields = (json.object ?? [:]).sorted { $0.key < $1.key }
            .flatMap { key, value in items(key, value) }
        let text = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        return Data(text.joined(separator: "&").utf8)
    }

    private static func items(_ name: String, _ value: JSON) -> [(String, String)] {
        switch value {
        case .null: [(name, "")]
        case .bool(let value): [(name, value ? "true" : "false")]
        case .number(let number): [(name, number.literal)]
        case .string(let text): [(name, text)]
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                items("\(name)[\(index)]", element)
            }
        case .object(let members):
            members.sorted { $0.key < $1.key }
                .flatMap { key, value in items("\(name)[\(key)]", value) }
        }
    }
}
