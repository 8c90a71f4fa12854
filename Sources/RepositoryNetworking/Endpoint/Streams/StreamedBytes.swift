import Foundation

/// The bytes of a streamed response that nobody has read, and the chunks behind them.
struct StreamedBytes {
    /// How long an element of a stream may be, in bytes.
    static let elementLimit = 64 * 1_024 * 1_024

    private(set) var bytes: [UInt8] = []
    /// Where the bytes begin that nobody has read.
    private(set) var start = 0
    /// Up to where no separator was found.
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
    /// - Throws: `RepositoryError` where it does not come, or the element is too long.
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

    /// Finds a byte among those that nobody has read.
    ///
    /// - Returns: Its index; nil where it has not come.
    mutating func index(of separator: UInt8) -> Int? {
        let from = max(start, searched)
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer[from...].firstIndex(of: separator)
        }
        searched = found ?? bytes.count
        return found
    }

    /// Skips what was read.
    ///
    /// - Parameter index: Where the bytes begin that nobody has read.
    mutating func skip(to index: Int) {
        start = index
        searched = index
    }

    /// Whether there is nothing but space in a range.
    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - range: Where it stands.
    ///   - number: Which element it is, counted from 1.
    /// - Returns: The value.
    /// - Throws: `RepositoryError` of the kind `.unreadableResponse` where it is not such a value.
    func element<Element: JSONDecodable>(
        _ range: Range<Int>,
        _ number: Int
    ) throws(RepositoryError) -> Element {
        // The closure cannot say which error it throws.
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<Element, JSONError> in
            do throws(JSONError) {
                return .success(
                    try JSONReader.read(UnsafeBufferPointer(rebasing: buffer[range])) {
                        (reader: inout JSONReader) throws(JSONError) in try Element(from: &reader)
                    }
                )
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let element): return element
        case .failure(let error):
            let message = "Element \(number) of the stream is not what is declared: \(error)."
            throw response.unreadable(message, error)
        }
    }
}

extension NetworkingResponse {
    /// An error that says why a streamed body cannot be read.
    func unreadable(_ message: String, _ cause: (any Error)? = nil) -> RepositoryError {
        let operation = origin?.request.operation ?? "stream"
        var error = RepositoryError(
            .unreadableResponse,
            during: operation,
            message: message,
            cause: cause
        )
        // Without the stream, whose connection would stay open as long as the error.
        error.response = NetworkingResponse(head: head, url: url)
        error.isAmbiguous = origin.map { !$0.request.isSafe } ?? false
        return error
    }
}
