public import Foundation
import HTTPTypes

/// A file that a server sends, returned before its bytes are received.
///
///     let download = try await networking.request(Endpoint.Manual(id: 7)) { progress in
///         show(progress.fractionCompleted)
///     }
///     try await download.save(to: folder.appending(path: download.suggestedName ?? "manual.pdf"))
///
/// The bytes are written to disk as they are received. They can be read once; to save them again,
/// request the file again.
public struct Download: Sendable {
    /// The file name that the server suggests, without directories; nil if it suggests none.
    public let suggestedName: String?
    /// The media type, without parameters; nil if the server sends none.
    public let mediaType: String?
    /// The length in bytes; nil if the server sends none, or compresses the file.
    public let length: Int?
    let response: NetworkingResponse
    /// Taken by the first reader of the bytes.
    let turn = OneTurn()

    init(_ response: NetworkingResponse) {
        self.response = response
        let fields = response.head.headerFields
        suggestedName = fields[.contentDisposition].flatMap { FileName.suggested(by: $0) }
        mediaType = response.mediaType
        let isWhole = response.stream == nil
        let isPlain = fields[.contentEncoding].map { $0.lowercased() == "identity" } ?? true
        let announced = isPlain ? fields[.contentLength].flatMap { Int($0) } : nil
        length = isWhole ? response.body.count : announced
    }

    /// Creates a download from known bytes, for mocks and tests.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - suggestedName: The suggested file name.
    ///   - mediaType: The media type.
    public init(
        _ bytes: Data,
        suggestedName: String? = nil,
        mediaType: String = "application/octet-stream"
    ) {
        self.suggestedName = suggestedName
        self.mediaType = mediaType
        length = bytes.count
        response = NetworkingResponse(status: 200, body: bytes)
    }

    /// The bytes in chunks, as they are received.
    public var chunks: ResponseStream<Data> {
        _ = turn.take()
        return ChunksResponse(response, at: []).result
    }

    /// Saves the bytes to a file, which gets its final name only when it is complete.
    ///
    /// Until then they are in a file next to it, whose name ends in `.part`. After a broken
    /// connection, a GET resumes if the server identifies the version of the file (by `ETag` or
    /// `Last-Modified`): with `Range` and `If-Range` (RFC 9110, sections 14.2 and 13.1.5). A later
    /// call, even in another process, resumes a call that was cancelled or failed. If resuming is
    /// impossible, a failed download leaves no file.
    ///
    /// - Parameters:
    ///   - url: The file URL; an existing file is replaced. The directory must exist.
    ///   - limit: The largest number of bytes; unlimited by default.
    ///   - attempts: The largest number of consecutive attempts that receive no bytes.
    /// - Throws: `RepositoryError`: with the code `.file` after an I/O error; with the code
    ///   `.network` if the bytes are not received, are fewer than declared, or exceed the limit.
    public func save(
        to url: URL,
        limit: Int? = nil,
        attempts: Int = 5
    ) async throws(RepositoryError) {
        var transfer = FileTransfer(self, to: url, limit: limit, attempts: attempts)
        try await transfer.run()
    }

    /// Reads all bytes into memory.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Returns: The bytes.
    /// - Throws: `RepositoryError` with the code `.network` if they are not received, exceed the
    ///   limit, or were read before.
    public func bytes(limit: Int = 64 * 1_024 * 1_024) async throws(RepositoryError) -> Data {
        let request = response.origin?.request ?? NetworkingRequest(method: .get, path: "/")
        do throws(NetworkingError) {
            guard turn.take() || response.stream == nil else {
                let message = "The bytes of the download were read before."
                throw NetworkingError(.connectionLost, during: request, message: message)
            }
            return try await response.chunks.collected(limit: limit, to: request)
        } catch {
            throw RepositoryError(error)
        }
    }
}

/// A response that is a file, saved while it is received.
public struct DownloadResponse: StreamedResponse {
    /// Any media type.
    public static var acceptedMedia: String? {
        "*/*"
    }

    /// The file.
    public let result: Download

    /// Reads the head of a response.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: files have no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = Download(response)
    }
}

extension RepositoryError.Code {
    /// A file could not be read or written; see `cause`.
    public static let file = RepositoryError.Code("file")
}
