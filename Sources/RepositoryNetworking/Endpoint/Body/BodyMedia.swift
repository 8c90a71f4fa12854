public import Foundation

/// What the bytes of a body become.
enum BodyForm: Sendable {
    /// JSON of a media type, nil for that of the API.
    case json(String?)
    /// The members of an object as the fields of a URL-encoded form.
    case form(FormEncoding)
    /// The members of an object as the parts of a multipart body.
    case multipart
    /// The bytes themselves, of a media type.
    case plain(String)
    /// A file, of a media type, nil for its own.
    case file(String?)
    /// Bytes that are produced while they are sent, of a media type.
    case stream(String)
}

/// How the body of a request is written: as JSON, a form, parts, a text, bytes, a file, or a stream.
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
    /// The JSON text of a body, or the bytes themselves of one that is not made of JSON.
    let bytes: @Sendable (Body) throws(JSONError) -> Data

    /// The file that a body is, where it is one.
    var file: (@Sendable (Body) -> FileUpload)?
    /// What produces a body while it is sent, where it is a stream.
    var stream: (@Sendable (Body) -> BodySource)?

    /// Whether a request has a body also where it is an ``EmptyBody``: it has the fields or the parts
    /// among its parameters then.
    var hasFields: Bool {
        switch form {
        case .form, .multipart: true
        case .json, .plain, .file, .stream: false
        }
    }
}

extension BodyMedia where Body: JSONEncodable {
    /// JSON of the media type of the API.
    public static var json: BodyMedia {
        BodyMedia(form: .json(nil)) { body throws(JSONError) in try body.jsonData() }
    }

    /// JSON of a media type of its own.
    ///
    /// - Parameter mediaType: The media type, such as `application/vnd.github+json`.
    /// - Returns: How the body is written.
    public static func json(as mediaType: String) -> BodyMedia {
        BodyMedia(form: .json(mediaType)) { body throws(JSONError) in try body.jsonData() }
    }

    /// The properties as the fields of a form, `application/x-www-form-urlencoded`.
    ///
    /// Null is an empty field. The names of nested fields follow conventions of servers; the media type
    /// has none.
    ///
    /// - Parameters:
    ///   - arrays: How the elements of an array are written.
    ///   - objects: How the members of a nested object are written.
    /// - Returns: How the body is written.
    public static func form(
        arrays: FormArrays = .repeated,
        objects: FormObjects = .brackets
    ) -> BodyMedia {
        let encoding = FormEncoding(arrays: arrays, objects: objects)
        return BodyMedia(form: .form(encoding)) { body throws(JSONError) in try body.jsonData() }
    }

    /// The properties as the parts of a multipart body, `multipart/form-data` (RFC 7578).
    ///
    /// A text, a number or a Boolean is a part of plain text; an array of these is a part for each
    /// element; anything else is a part of JSON. Null is left out.
    public static var multipart: BodyMedia {
        BodyMedia(form: .multipart) { body throws(JSONError) in try body.jsonData() }
    }
}

extension BodyMedia where Body == String {
    /// Plain text as UTF-8.
    public static var text: BodyMedia { text(as: "text/plain") }

    /// Text of a media type, as UTF-8.
    ///
    /// - Parameter mediaType: The media type, such as `text/csv`. The character set is added to one of
    ///   text that has none.
    /// - Returns: How the body is written.
    public static func text(as mediaType: String) -> BodyMedia {
        let lowercased = mediaType.lowercased()
        let isComplete = !lowercased.hasPrefix("text/") || lowercased.contains("charset")
        let full = isComplete ? mediaType : "\(mediaType); charset=utf-8"
        return BodyMedia(form: .plain(full)) { body in Data(body.utf8) }
    }
}

extension BodyMedia where Body == Data {
    /// Bytes as they are, of the media type `application/octet-stream`.
    public static var bytes: BodyMedia { bytes(as: "application/octet-stream") }

    /// Bytes as they are, of a media type.
    ///
    /// - Parameter mediaType: The media type, such as `image/png`.
    /// - Returns: How the body is written.
    public static func bytes(as mediaType: String) -> BodyMedia {
        BodyMedia(form: .plain(mediaType)) { body in body }
    }
}

extension BodyMedia where Body == FileUpload {
    /// The bytes of a file, of its own media type; one on disk is read while it is sent.
    public static var file: BodyMedia { media(nil) }

    /// The bytes of a file, of a media type; one on disk is read while it is sent.
    ///
    /// - Parameter mediaType: The media type, such as `video/mp4`.
    /// - Returns: How the body is written.
    public static func file(as mediaType: String) -> BodyMedia { media(mediaType) }

    private static func media(_ mediaType: String?) -> BodyMedia {
        var media = BodyMedia(form: .file(mediaType)) { _ in Data() }
        media.file = { body in body }
        return media
    }
}

extension BodyMedia where Body == RequestStream<Data> {
    /// Bytes that are sent as they come, of the media type `application/octet-stream`.
    public static var chunks: BodyMedia { chunks(as: "application/octet-stream") }

    /// Bytes that are sent as they come, of a media type.
    ///
    /// - Parameter mediaType: The media type, such as `video/mp4`.
    /// - Returns: How the body is written.
    public static func chunks(as mediaType: String) -> BodyMedia {
        .elements(of: mediaType) { chunk in chunk }
    }
}

extension BodyMedia {
    /// JSON lines (https://jsonlines.org): each element is one line of JSON, sent as it comes.
    ///
    /// - Parameter mediaType: The media type.
    /// - Returns: How the body is written.
    public static func jsonLines<Element: JSONEncodable>(
        as mediaType: String = "application/x-ndjson"
    ) -> BodyMedia where Body == RequestStream<Element> {
        .elements(of: mediaType) { element in
            var line = try element.jsonData()
            line.append(UInt8(ascii: "\n"))
            return line
        }
    }

    /// A sequence of JSON texts (RFC 7464), each sent as it comes.
    ///
    /// - Parameter mediaType: The media type.
    /// - Returns: How the body is written.
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
