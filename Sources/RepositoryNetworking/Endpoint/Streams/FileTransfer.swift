import Foundation
import HTTPTypes

/// Writes the bytes of a download to a file, and resumes after a broken connection.
struct FileTransfer {
    private let url: URL
    private let limit: Int?
    private let attempts: Int
    private let origin: ResponseOrigin?
    private let request: NetworkingRequest
    /// Where the bytes come from, without the query: signed URLs differ for each request.
    private let source: String
    /// The validator for `If-Range`; nil if the download cannot resume.
    private var validator: String?
    /// The length of the whole file in bytes; nil if unknown.
    private var length: Int?
    private var response: NetworkingResponse?
    /// Taken by the first reader of the response's body.
    private let turn: OneTurn
    private var attemptsInVain = 0
    /// The largest number of bytes in the file so far.
    private var furthest = 0

    init(_ download: Download, to url: URL, limit: Int?, attempts: Int) {
        self.url = url
        self.limit = limit
        self.attempts = attempts
        let response = download.response
        origin = response.origin
        request = origin?.request ?? NetworkingRequest(method: .get, path: "/")
        source = response.url?.absoluteString.prefix { $0 != "?" }.description ?? ""
        length = download.length
        validator = Self.validator(of: response, from: response.origin)
        self.response = response
        turn = download.turn
    }

    /// Returns a validator strong enough to join ranges of a file.
    private static func validator(
        of response: NetworkingResponse,
        from origin: ResponseOrigin?
    ) -> String? {
        let fields = response.head.headerFields
        guard response.stream != nil, response.status == 200, let origin,
            origin.networking != nil, origin.request.head.method == .get,
            fields[.acceptRanges]?.lowercased() != "none",
            fields[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true
        else { return nil }
        if let tag = fields[.eTag] { return tag.hasPrefix("W/") ? nil : tag }
        // By RFC 9110, section 8.8.2.2: no later change is possible within the same second.
        guard let modified = fields[.lastModified], let date = HTTPDate.date(modified),
            let now = fields[.date].flatMap({ HTTPDate.date($0) }), now.timeIntervalSince(date) >= 1
        else { return nil }
        return modified
    }

    /// Saves the file.
    mutating func run() async throws(RepositoryError) {
        if let limit, let length, length > limit { throw tooLarge }
        var file = try onDisk { try PartialFile(for: url, version: version) }
        // An earlier call may have received a part, or everything.
        if file.length > 0 || response?.stream != nil && !turn.take() { response = nil }
        var isWhole = file.length > 0 && file.length == length
        while !isWhole {
            do throws(RepositoryError) {
                if response == nil { response = try await nextResponse(for: &file) }
                try await receive(into: file)
                isWhole = true
            } catch {
                response = nil
                guard error.code == .network, error.isRetryable, validator != nil,
                    attemptsInVain < attempts
                else { throw error }
                try await wait()
            }
        }
        try onDisk { try file.finish() }
    }

    /// Identifies the version of the file for a later call; nil if it cannot resume.
    private var version: String? {
        validator.map {
            "\(request.head.method) \(source) \(request.head.path ?? "") \($0) \(length ?? -1)"
        }
    }

    /// Requests the rest of a file.
    ///
    /// - Returns: A response whose body follows the bytes already in the file.
    private mutating func nextResponse(
        for file: inout PartialFile
    ) async throws(RepositoryError) -> NetworkingResponse {
        var fields = HTTPFields()
        if file.length > 0 {
            fields[.range] = "bytes=\(file.length)-"
            fields[.ifRange] = validator
        }
        let response = try await reopened(fields, after: file.length)
        switch response.status {
        case 206 where file.length > 0 && self.continues(response, file.length):
            return response
        case 206, 416:
            // Not the requested range, so request the whole file.
            let whole = try await reopened([:], after: 0)
            do throws(RepositoryError) {
                try requireFile(whole)
            } catch {
                try onDisk { try file.clear() }
                throw error
            }
            try begin(&file, with: whole)
            return whole
        default:
            try requireFile(response)
            try begin(&file, with: response)
            return response
        }
    }

    /// Throws if a response is not the whole file: a login page must not replace it.
    private func requireFile(_ response: NetworkingResponse) throws(RepositoryError) {
        try response.check(for: request)
        guard [200, 203].contains(response.status) else {
            throw RepositoryError(status: response, to: request)
        }
        if let media = origin?.media { try response.requireMedia(media, for: request) }
    }

    /// Restarts the file with a complete response, perhaps of another version.
    private mutating func begin(
        _ file: inout PartialFile,
        with whole: NetworkingResponse
    ) throws(RepositoryError) {
        let last = version
        validator = Self.validator(of: whole, from: origin)
        length = Download(whole).length
        try onDisk {
            try file.clear()
            // Parts of different versions must not be joined.
            if version != last {
                file = try PartialFile(for: url, version: version)
                furthest = 0
            }
            try file.clear()
        }
        if let limit, let length, length > limit { throw tooLarge }
    }

    /// Returns whether a response contains the rest of the file after a length.
    private mutating func continues(_ response: NetworkingResponse, _ count: Int) -> Bool {
        let fields = response.head.headerFields
        // Some servers ignore `If-Range`.
        let sent = fields[validator?.hasPrefix("\"") == true ? .eTag : .lastModified]
        guard sent == nil || sent == validator,
            let range = fields[.contentRange]?.wholeMatch(of: /bytes (\d+)-(\d+)\/(\d+|\*)/),
            let first = Int(range.1), let last = Int(range.2),
            let total = range.3 == "*" ? length : Int(range.3),
            first == count, last >= first, last < total, length == nil || length == total
        else { return false }
        length = total
        return true
    }

    private func reopened(
        _ fields: HTTPFields,
        after count: Int
    ) async throws(RepositoryError) -> NetworkingResponse {
        do throws(NetworkingError) {
            guard let response = try await origin?.reopened(adding: fields, after: count) else {
                throw NetworkingError(.connectionLost, during: request)
            }
            return response
        } catch {
            throw RepositoryError(error)
        }
    }

    /// Writes the body of the response.
    private mutating func receive(into file: PartialFile) async throws(RepositoryError) {
        let chunks = response?.chunks ?? ResponseChunks(Data())
        // A body already in memory is written once.
        var iterator = chunks.makeAsyncIterator()
        while true {
            let chunk: Data?
            do throws(NetworkingError) {
                chunk = try await iterator.next()
            } catch {
                throw RepositoryError(error)
            }
            guard let chunk else { break }
            if chunk.count > (limit ?? .max) - file.length {
                try onDisk { try file.clear() }
                throw tooLarge
            }
            try onDisk { try file.append(chunk) }
            // Bytes that were received before are no progress.
            if file.length > furthest { (furthest, attemptsInVain) = (file.length, 0) }
        }
        if let length, file.length != length {
            // A file with too many bytes cannot be resumed either.
            if file.length > length { try onDisk { try file.clear() } }
            throw RepositoryError(NetworkingError(.truncated, during: request))
        }
    }

    private mutating func wait() async throws(RepositoryError) {
        let duration = Duration.milliseconds(250) * (1 << min(attemptsInVain, 6))
        attemptsInVain += 1
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw RepositoryError(NetworkingError(.cancelled, during: request))
        }
    }

    private var tooLarge: RepositoryError {
        RepositoryError(
            NetworkingError(
                .tooLarge,
                during: request,
                message: "The file is larger than \(limit ?? 0) bytes."
            )
        )
    }

    private func onDisk<Result>(_ body: () throws -> Result) throws(RepositoryError) -> Result {
        do {
            return try body()
        } catch {
            throw RepositoryError(
                .file,
                during: request.operation,
                message: "The file could not be written.",
                cause: error
            )
        }
    }
}
