#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Members as `application/x-www-form-urlencoded`, nested ones in brackets: `address[city]=Rome`.
///
/// The brackets are a convention of services (Stripe, Rails), not of the media type. Null is the
/// empty value, which is how they take a value away; so is an array or an object with nothing in it,
/// which a form could not say otherwise.
enum FormEncoding {
    /// The media type.
    static let mediaType = "application/x-www-form-urlencoded"

    /// The text of a body.
    ///
    /// - Parameters:
    ///   - json: The members, an object.
    ///   - isNew: Whether nothing is there yet: then what is empty is not said, for some services take
    ///     that for an attempt to take away what is not there.
    /// - Returns: The bytes of the body.
    static func encode(_ json: JSON, isNew: Bool = false) -> Data {
        let fields = (json.object ?? [:]).sorted { $0.key < $1.key }
            .flatMap { key, value in items(key, value) }
            .filter { !isNew || !$0.1.isEmpty }
        let text = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
        return Data(text.joined(separator: "&").utf8)
    }

    private static func items(_ name: String, _ value: JSON) -> [(String, String)] {
        switch value {
        case .null: [(name, "")]
        case .bool(let value): [(name, value ? "true" : "false")]
        case .number(let number): [(name, number.literal)]
        case .string(let text): [(name, text)]
        case .array([]), .object([:]): [(name, "")]
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
