import Foundation

/// The unread bytes of a streamed response, and the chunks that follow.
struct StreamedBytes {
    /// The largest size of an element in bytes.
    static let elementLimit = 64 * 1_024 * 1_024

    private(set) var bytes: [UInt8] = []
    /// The start of the unread bytes.
    private(set) var start = 0
    /// The end of the bytes already searched for a separator.
    private var searched = 0
    /// Whether there are no more chunks.
    private(set) var isEnded = false
    private var chunks: ResponseChunks.AsyncIterator
    private let response: NetworkingResponse

    init(_ response: NetworkingResponse) {
        self.response = response
        chunks = response.chunks.makeAsyncIterator()
    }

    /// Waits for the next chunk.
    ///
    /// - Throws: `RepositoryError` if it is not received, or the element is too long.
    mutating func readMore() async throws(RepositoryError) {
        let chunk: Data?
        do throws(NetworkingError) {
            chunk = try await chunks.next()
        } catch {
            throw RepositoryError(error)
        }
        guard let chunk else {
            isEnded = true
            return
        }
        bytes.removeFirst(start)
        searched -= start
        start = 0
        guard bytes.count <= Self.elementLimit else {
            throw response.unreadable("An element of the stream has more than 64 MiB.")
        }
        bytes.append(contentsOf: chunk)
    }

    /// Finds a byte among the unread ones.
    ///
    /// - Returns: Its index; nil if it was not received yet.
    mutating func index(of separator: UInt8) -> Int? {
        let from = max(start, searched)
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer[from...].firstIndex(of: separator)
        }
        searched = found ?? bytes.count
        return found
    }

    /// Skips bytes that were read.
    ///
    /// - Parameter index: The start of the unread bytes.
    mutating func skip(to index: Int) {
        start = index
        searched = index
    }

    /// Returns whether a range contains only white space.
    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy(\.isJSONWhitespace)
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - range: Its range.
    ///   - number: The number of the element, starting at 1.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if it is not such a value.
    func element<Element: JSONDecodable>(
        _ range: Range<Int>,
        _ number: Int
    ) throws(RepositoryError) -> Element {
        do throws(JSONError) {
            return try JSONReader.read(bytes[range]) { reader throws(JSONError) in
                try Element(from: &reader)
            }
        } catch {
            let message = "Element \(number) of the stream is not as declared: \(error)."
            throw response.unreadable(message, error)
        }
    }
}

extension NetworkingResponse {
    /// Returns the error for an unreadable streamed body.
    func unreadable(_ message: String, _ cause: (any Error)? = nil) -> RepositoryError {
        let operation = origin?.request.operation ?? "stream"
        var error = RepositoryError(
            .unreadableResponse,
            during: operation,
            message: message,
            cause: cause
        )
        // Without the stream, which would keep the connection open as long as the error exists.
        error.response = NetworkingResponse(head: head, url: url)
        error.isAmbiguous = origin.map { !$0.request.isSafe } ?? false
        return error
    }
}
