public import Foundation
import HTTPTypes

/// A file that is sent, as a body or as a part of one: its bytes, with a name and a media type for the server.
///
///     let picture = FileUpload(png, name: "cat.png", mediaType: "image/png")
///     try await networking.request(Endpoint.AddPicture(title: "A cat", picture: picture))
public struct FileUpload: Hashable, Sendable {
    /// Where the bytes come from.
    enum Source: Hashable, Sendable {
        case data(Data)
        case file(URL)
    }

    let source: Source
    /// The name that the server gets, without any folder.
    public let name: String
    /// The media type of the bytes.
    public let mediaType: String
    /// Header fields of the part, or of the request where the file is its whole body.
    public let headers: [String: String]

    /// Makes a file of bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name that the server gets.
    ///   - mediaType: The media type of the bytes.
    ///   - headers: Header fields of the part, or of the request where the file is its whole body; none that
    ///     follows from the rest, such as `Content-Type`.
    public init(
        _ data: Data,
        name: String,
        mediaType: String = "application/octet-stream",
        headers: [String: String] = [:]
    ) {
        source = .data(data)
        self.name = name
        self.mediaType = mediaType
        self.headers = headers
    }

    /// Makes a file of one on disk, which is read while the request is sent.
    ///
    /// It must not change before the response comes: a request whose file has changed fails.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - name: The name that the server gets; the last component of the path by default.
    ///   - mediaType: The media type of the bytes.
    ///   - headers: Header fields of the part, or of the request where the file is its whole body; none that
    ///     follows from the rest, such as `Content-Type`.
    public init(
        contentsOf url: URL,
        name: String? = nil,
        mediaType: String = "application/octet-stream",
        headers: [String: String] = [:]
    ) {
        source = .file(url)
        self.name = name ?? url.lastPathComponent
        self.mediaType = mediaType
        self.headers = headers
    }

    /// The bytes as a segment of a body.
    ///
    /// - Throws: `CocoaError` where the file cannot be read.
    func segment() throws -> BodySource.Segment {
        switch source {
        case .data(let data): .data(data)
        case .file(let url): .file(try FileSegment(url))
        }
    }

    /// The header fields by their names; nil where one is none, or follows from the rest.
    var fields: [HTTPField]? {
        var fields: [HTTPField] = []
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value),
                !Self.written.contains(name)
            else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }

    private static let written: Set<HTTPField.Name> = [
        .contentDisposition, .contentLength, .contentType, .transferEncoding,
    ]

    /// Whether the media type can stand in a header field.
    var hasMediaType: Bool {
        !mediaType.isEmpty && !mediaType.utf8.contains { $0 < 0x20 || $0 > 0x7E }
    }
}
