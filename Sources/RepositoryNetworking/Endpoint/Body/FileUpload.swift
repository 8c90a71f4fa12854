public import Foundation
import HTTPTypes

/// A file to send as a body or a part of one: its bytes, with a name and a media type for the
/// server.
///
///     let picture = FileUpload(png, name: "cat.png", mediaType: "image/png")
///     try await networking.request(Endpoint.AddPicture(title: "A cat", picture: picture))
public struct FileUpload: Hashable, Sendable {
    /// The source of the bytes.
    enum Source: Hashable, Sendable {
        case data(Data)
        case file(URL)
    }

    let source: Source
    /// The file name for the server, without directories.
    public let name: String
    /// The media type of the bytes.
    public let mediaType: String
    /// Header fields of the part, or of the request if the file is its whole body.
    public let headers: [String: String]

    /// Creates a file from bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The file name for the server.
    ///   - mediaType: The media type of the bytes.
    ///   - headers: Header fields of the part, or of the request if the file is its whole body; not
    ///     those that are set automatically, such as `Content-Type`.
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

    /// Creates a file from one on disk, which is read while the request is sent.
    ///
    /// The file must not change before the response is received. If the file changes before the
    /// request is sent, the request fails; async-http-client also notices a change while it sends
    /// the file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - name: The file name for the server; the last path component by default.
    ///   - mediaType: The media type of the bytes.
    ///   - headers: Header fields of the part, or of the request if the file is its whole body; not
    ///     those that are set automatically, such as `Content-Type`.
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

    /// Returns the bytes as a segment of a body.
    ///
    /// - Throws: `CocoaError` if the file cannot be read.
    func segment() throws -> BodySource.Segment {
        switch source {
        case .data(let data): .data(data)
        case .file(let url): .file(try FileSegment(url))
        }
    }

    /// The header fields; nil if one is invalid, or set automatically.
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

    /// Whether the media type is valid in a header field.
    var hasMediaType: Bool {
        !mediaType.isEmpty && !mediaType.utf8.contains { $0 < 0x20 || $0 > 0x7E }
    }
}
