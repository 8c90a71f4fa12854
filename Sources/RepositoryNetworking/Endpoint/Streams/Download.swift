public import Foundation
import HTTPTypes

/// A file that a server sends, before its bytes have come.
///
///     let download = try await networking.request(Endpoint.Manual(id: 7)) { progress in
///         show(progress.fractionCompleted)
///     }
///     try await download.save(to: folder.appending(path: download.suggestedName ?? "manual.pdf"))
///
/// The bytes go to disk as they come. They can be taken once.
public struct Download: Sendable {
    /// The name that the server suggests, a file name without any folder; nil where it suggests none.
    public let suggestedName: String?
    /// The media type, without parameters; nil where the server does not say.
    public let mediaType: String?
    /// How many bytes there will be; nil where the server does not say, or compresses them.
    public let length: Int?
    let response: NetworkingResponse

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

    /// Makes a download of bytes that are known, for mocks and tests.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - suggestedName: The name that a server would suggest.
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

    /// The bytes, chunk by chunk, as they come.
    public var chunks: ResponseStream<Data> {
        ChunksResponse(response, at: []).result
    }

    /// Writes the bytes to a file, which has its name only when it is whole.
    ///
    /// Until then they are in a file beside it, whose name ends in `.part`. When the connection breaks, the
    /// download goes on from there, where the server names a version of the file (an `ETag`, or a
    /// `Last-Modified`) and the request is a GET: with `Range` and `If-Range` (RFC 9110, sections 14.2 and
    /// 13.1.5). So does a later call, also in another process, after this one was cancelled or has failed.
    /// Otherwise nothing is left of a download that fails.
    ///
    /// - Parameters:
    ///   - url: Where the file will be; one that is there is replaced. The folder must exist.
    ///   - limit: How many bytes it may have; any number by default.
    ///   - attempts: How many times in a row the server is asked to go on without any byte coming.
    /// - Throws: `RepositoryError`: of the kind `.file` where the disk refuses; of the kind `.network`
    ///   where the bytes do not come, are fewer than announced, or more than the limit.
    public func save(
        to url: URL,
        limit: Int? = nil,
        attempts: Int = 5
    ) async throws(RepositoryError) {
        var transfer = FileTransfer(self, to: url, limit: limit, attempts: attempts)
        try await transfer.run()
    }

    /// All bytes, in memory.
    ///
    /// - Parameter limit: How many there may be.
    /// - Returns: The bytes.
    /// - Throws: `RepositoryError` of the kind `.network` where they do not come, or are more.
    public func bytes(limit: Int = 64 * 1_024 * 1_024) async throws(RepositoryError) -> Data {
        let request = response.origin?.request ?? NetworkingRequest(method: .get, path: "/")
        do throws(NetworkingError) {
            return try await response.chunks.collected(limit: limit, to: request)
        } catch {
            throw RepositoryError(error)
        }
    }
}

/// A response that is a file, which is saved as it comes.
public struct DownloadResponse: StreamedResponse {
    /// Anything.
    public static var acceptedMedia: String? {
        "*/*"
    }

    /// The file.
    public let result: Download

    /// Takes the head of a response.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: files have no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = Download(response)
    }
}

extension RepositoryError.Code {
    /// A file could not be read or written; `cause` says why.
    public static let file = RepositoryError.Code("file")
}
