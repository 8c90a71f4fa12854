public import Foundation

/// A file as a part of a multipart body: its bytes, with a name and a media type for the server.
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

    /// Makes a file of bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name that the server gets.
    ///   - mediaType: The media type of the bytes.
    public init(_ data: Data, name: String, mediaType: String = "application/octet-stream") {
        source = .data(data)
        self.name = name
        self.mediaType = mediaType
    }

    /// Makes a file of one on disk, which is read when the request is made.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - name: The name that the server gets; the last component of the path by default.
    ///   - mediaType: The media type of the bytes.
    public init(
        contentsOf url: URL,
        name: String? = nil,
        mediaType: String = "application/octet-stream"
    ) {
        source = .file(url)
        self.name = name ?? url.lastPathComponent
        self.mediaType = mediaType
    }

    /// The bytes.
    ///
    /// - Throws: `CocoaError` where the file cannot be read.
    func bytes() throws -> Data {
        switch source {
        case .data(let data): data
        case .file(let url): try Data(contentsOf: url)
        }
    }
}
