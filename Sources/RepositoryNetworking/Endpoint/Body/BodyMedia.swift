public import Foundation

/// The format of a body.
enum BodyForm: Sendable {
    /// JSON of a media type; nil for that of the API.
    case json(String?)
    /// The properties of an object as the fields of a URL-encoded form.
    case form(FormEncoding)
    /// The properties of an object as the parts of a multipart body.
    case multipart
    /// Raw bytes of a media type.
    case plain(String)
    /// A file of a media type; nil for its own.
    case file(String?)
    /// A stream of bytes of a media type.
    case stream(String)
}

/// The format of a request body: JSON, form, multipart, text, bytes, file, or stream.
///
///     struct LogIn: EndpointDefinition {
///         typealias Response = SingleResponse<Token>
///         static let path = "/login"
///         static let method = HTTPMethod.post
///         static let bodyMedia = BodyMedia<Login>.form()
///
///         var body: Login
///     }
///
/// A body that conforms to ``JSONEncodable`` is JSON by default.
public struct BodyMedia<Body: Sendable>: Sendable {
    let form: BodyForm
    /// Encodes a body as JSON text, or as raw bytes if it is not JSON.
    let bytes: @Sendable (Body) throws(JSONError) -> Data

    /// Returns the file for a body that is one.
    var file: (@Sendable (Body) -> FileUpload)?
    /// Returns the source for a body that is a stream.
    var stream: (@Sendable (Body) -> BodySource)?

    /// Whether a request has a body even if it is an ``EmptyBody``: the fields or parts are then
    /// among its parameters.
    var hasFields: Bool {
        switch form {
        case .form, .multipart: true
        case .json, .plain, .file, .stream: false
        }
    }
}

extension BodyMedia where Body: JSONEncodable {
    /// JSON in the media type of the API.
    public static var json: BodyMedia {
        BodyMedia(form: .json(nil)) { body throws(JSONError) in try body.jsonData() }
    }

    /// JSON in a given media type.
    ///
    /// - Parameter mediaType: The media type, such as `application/vnd.github+json`.
    /// - Returns: The format.
    public static func json(as mediaType: String) -> BodyMedia {
        BodyMedia(form: .json(mediaType)) { body throws(JSONError) in try body.jsonData() }
    }

    /// The properties as the fields of a form, `application/x-www-form-urlencoded`.
    ///
    /// Null is an empty field. The media type does not define names for nested fields; the formats
    /// follow common conventions of servers.
    ///
    /// - Parameters:
    ///   - arrays: The format of arrays.
    ///   - objects: The format of nested objects.
    /// - Returns: The format.
    public static func form(
        arrays: FormArrays = .repeated,
        objects: FormObjects = .brackets
    ) -> BodyMedia {
        let encoding = FormEncoding(arrays: arrays, objects: objects)
        return BodyMedia(form: .form(encoding)) { body throws(JSONError) in try body.jsonData() }
    }

    /// The properties as the parts of a multipart body, `multipart/form-data` (RFC 7578).
    ///
    /// A string, number or Boolean becomes a plain text part; an array of these, one part for each
    /// element; anything else, a JSON part. Null is left out.
    public static var multipart: BodyMedia {
        BodyMedia(form: .multipart) { body throws(JSONError) in try body.jsonData() }
    }
}

extension BodyMedia where Body == String {
    /// Plain text in UTF-8.
    public static var text: BodyMedia { text(as: "text/plain") }

    /// Text of a media type, in UTF-8.
    ///
    /// - Parameter mediaType: The media type, such as `text/csv`. The character set is added to a
    ///   text type without one.
    /// - Returns: The format.
    public static func text(as mediaType: String) -> BodyMedia {
        let lowercased = mediaType.lowercased()
        let isComplete = !lowercased.hasPrefix("text/") || lowercased.contains("charset")
        let full = isComplete ? mediaType : "\(mediaType); charset=utf-8"
        return BodyMedia(form: .plain(full)) { body in Data(body.utf8) }
    }
}

extension BodyMedia where Body == Data {
    /// Raw bytes of the media type `application/octet-stream`.
    public static var bytes: BodyMedia { bytes(as: "application/octet-stream") }

    /// Raw bytes of a media type.
    ///
    /// - Parameter mediaType: The media type, such as `image/png`.
    /// - Returns: The format.
    public static func bytes(as mediaType: String) -> BodyMedia {
        BodyMedia(form: .plain(mediaType)) { body in body }
    }
}

extension BodyMedia where Body == FileUpload {
    /// The bytes of a file in its own media type; a file on disk is read while it is sent.
    public static var file: BodyMedia { media(nil) }

    /// The bytes of a file in a media type; a file on disk is read while it is sent.
    ///
    /// - Parameter mediaType: The media type, such as `video/mp4`.
    /// - Returns: The format.
    public static func file(as mediaType: String) -> BodyMedia { media(mediaType) }

    private static func media(_ mediaType: String?) -> BodyMedia {
        var media = BodyMedia(form: .file(mediaType)) { _ in Data() }
        media.file = { body in body }
        return media
    }
}

extension BodyMedia where Body == RequestStream<Data> {
    /// A stream of bytes of the media type `application/octet-stream`.
    public static var chunks: BodyMedia { chunks(as: "application/octet-stream") }

    /// A stream of bytes of a media type.
    ///
    /// - Parameter mediaType: The media type, such as `video/mp4`.
    /// - Returns: The format.
    public static func chunks(as mediaType: String) -> BodyMedia {
        .elements(of: mediaType) { chunk in chunk }
    }
}

extension BodyMedia {
    /// A stream of JSON lines (https://jsonlines.org): each element is one line of JSON.
    ///
    /// - Parameter mediaType: The media type.
    /// - Returns: The format.
    public static func jsonLines<Element: JSONEncodable>(
        as mediaType: String = "application/x-ndjson"
    ) -> BodyMedia where Body == RequestStream<Element> {
        .elements(of: mediaType) { element in
            var line = try element.jsonData()
            line.append(UInt8(ascii: "\n"))
            return line
        }
    }

    /// A stream in the form of a JSON text sequence (RFC 7464).
    ///
    /// - Parameter mediaType: The media type.
    /// - Returns: The format.
    public static func jsonSequence<Element: JSONEncodable>(
        as mediaType: String = "application/json-seq"
    ) -> BodyMedia where Body == RequestStream<Element> {
        .elements(of: mediaType) { element in
            var text = Data([0x1E])
            text.append(try element.jsonData())
            text.append(UInt8(ascii: "\n"))
            return text
        }
    }

    private static func elements<Element>(
        of mediaType: String,
        _ encode: @escaping @Sendable (Element) throws -> Data
    ) -> BodyMedia where Body == RequestStream<Element> {
        var media = BodyMedia(form: .stream(mediaType)) { _ in Data() }
        media.stream = { body in body.source(encode) }
        return media
    }
}
