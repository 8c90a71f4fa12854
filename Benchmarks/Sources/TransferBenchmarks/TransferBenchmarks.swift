import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Prints how fast files and streams are, as ratios to URLSession by hand, and what memory they need.
@main
enum TransferBenchmarks {
    static func main() async throws {
        guard CommandLine.arguments.last != "serve" else { YardServer.run() }
        let server = Process()
        server.executableURL = URL(filePath: CommandLine.arguments[0])
        server.arguments = ["serve"]
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let url = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))"
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        print("\n## Files and streams\n")
        print("| what | bar | memory, or ours and the other way | ratio |")
        print("|---|---|---|---|")
        let session = NetworkingSession(url: url).using(.shared)
        try await measureMemory(session, folder)
        try await measureTransfers(session, url, folder)
        try await measureLines()
    }

    // MARK: - Memory

    private static let gibibyte = 1 << 30

    private static func measureMemory(_ session: NetworkingSession, _ folder: URL) async throws {
        let file = folder.appending(path: "film")
        var grown = try await growth {
            try await session.request(Bytes(count: gibibyte)).save(to: file)
        }
        report("memory of 1 GiB down to a file", "< 64 MiB", grown)
        grown = try await growth {
            try await session.request(Sink(body: FileUpload(contentsOf: file)))
        }
        report("memory of 1 GiB up from a file", "< 64 MiB", grown)
        try FileManager.default.removeItem(at: file)
        for count in [10_000, 1_000_000] {
            grown = try await growth {
                var sum = 0
                for try await event in try await session.request(Events(count: count)) {
                    sum += event.data.n
                }
                guard sum == count * (count - 1) / 2 else { throw Lost() }
            }
            report("memory of \(count) events", "constant", grown)
            grown = try await growth {
                try await session.request(Reports(body: RequestStream(Numbers(end: count))))
            }
            report("memory of \(count) lines that are sent", "constant", grown)
        }
    }

    private struct Lost: Error {}

    private static func report(_ name: String, _ bar: String, _ bytes: Int?) {
        let text =
            bytes.map { String(format: "%.1f MiB", Double($0) / 1_048_576) } ?? "not known here"
        print("| \(name) | \(bar) | \(text) | |")
    }

    /// By how many bytes the memory of the process grows at most; nil where the system does not say.
    private static func growth(_ body: () async throws -> Void) async throws -> Int? {
        // Linux sets the peak back to what there is now.
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = memory("VmRSS:")
        try await body()
        guard let before, let peak = memory("VmHWM:") else { return nil }
        return peak - before
    }

    private static func memory(_ key: String) -> Int? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }.last.map {
            $0 * 1024
        }
    }

    // MARK: - Speed

    private static func measureTransfers(
        _ session: NetworkingSession,
        _ url: String,
        _ folder: URL
    ) async throws {
        let count = 256 << 20
        let file = folder.appending(path: "film")
        let other = folder.appending(path: "other")
        let plain = URLSession(configuration: .ephemeral)
        guard let source = URL(string: "\(url)/bytes/\(count)"),
            let sink = URL(string: "\(url)/sink")
        else { return }
        let byHand = {
            try await withCheckedThrowingContinuation {
                (done: CheckedContinuation<Void, any Error>) in
                plain.downloadTask(with: source) { location, _, error in
                    done.resume(
                        with: Result {
                            guard let location else { throw error ?? Lost() }
                            try? FileManager.default.removeItem(at: other)
                            try FileManager.default.moveItem(at: location, to: other)
                        }
                    )
                }
                .resume()
            }
        }
        let byHandUp = {
            var request = URLRequest(url: sink)
            request.httpMethod = "PUT"
            try await withCheckedThrowingContinuation {
                (done: CheckedContinuation<Void, any Error>) in
                plain.uploadTask(with: request, fromFile: file) { _, _, error in
                    done.resume(with: error.map { .failure($0) } ?? .success(()))
                }
                .resume()
            }
        }
        try await compare("download of 256 MiB, on async-http-client", "≥ 0.9 ×") {
            try await session.request(Bytes(count: count)).save(to: file)
        } with: {
            try await byHand()
        }
        try await compare("upload of 256 MiB, on async-http-client", "≥ 0.9 ×") {
            try await session.request(Sink(body: FileUpload(contentsOf: file)))
        } with: {
            try await byHandUp()
        }
        // URLSession on Linux reads ahead without end; a disk that stalls would be an error.
        var configuration = NetworkingSession.Configuration()
        configuration.maximumResponseSize = 1 << 30
        let ours = NetworkingSession(url: url, configuration: configuration)
        try await compare("download of 256 MiB, on URLSession, its tasks", "") {
            try await ours.request(Bytes(count: count)).save(to: file)
        } with: {
            try await byHand()
        }
        try await compare("upload of 256 MiB, on URLSession, its tasks", "") {
            try await ours.request(Sink(body: FileUpload(contentsOf: file)))
        } with: {
            try await byHandUp()
        }
        // Progress, and a server that waits for the reader, need a delegate.
        try await compare("download of 256 MiB, on URLSession, its delegate", "≥ 0.9 ×") {
            try await ours.request(Bytes(count: count)).save(to: file)
        } with: {
            try await DelegatedTransfer.download(source, to: other)
        }
        try await compare("upload of 256 MiB, on URLSession, its delegate", "≥ 0.9 ×") {
            try await ours.request(Sink(body: FileUpload(contentsOf: file)))
        } with: {
            try await DelegatedTransfer.upload(file, to: sink)
        }
    }

    private static func measureLines() async throws {
        let line =
            "{\"n\":12345,\"name\":\"A product of the shop\",\"price\":19.9,\"tags\":[\"a\",\"b\"]}\n"
        let count = 100_000
        let body = Data(String(repeating: line, count: count).utf8)
        let head = NetworkingResponse(status: 200).head
        let request = NetworkingRequest(method: .get, path: "/lines")
        try await compare("\(count) JSON lines, JSONDecoder line by line", "≥ 8 ×") {
            // In chunks as a network brings them.
            let chunks = AsyncStream<Data> { continuation in
                for start in stride(from: 0, to: body.count, by: 65_536) {
                    continuation.yield(body[start..<min(start + 65_536, body.count)])
                }
                continuation.finish()
            }
            let response = NetworkingResponse(
                head: head,
                chunks: ResponseChunks(chunks, to: request)
            )
            var sum = 0
            for try await item in JSONLinesResponse<Item>(response, at: []).result { sum += item.n }
            guard sum == 12_345 * count else { throw Lost() }
        } with: {
            let decoder = JSONDecoder()
            var sum = 0
            for line in body.split(separator: UInt8(ascii: "\n")) {
                sum += try decoder.decode(Item.self, from: line).n
            }
            guard sum == 12_345 * count else { throw Lost() }
        }
    }

    /// Times two ways in turns, and prints the median of the ratios.
    private static func compare(
        _ name: String,
        _ bar: String,
        ours: () async throws -> Void,
        with other: () async throws -> Void
    ) async throws {
        var ratios: [Double] = []
        var times: [(Double, Double)] = []
        for round in 0...5 {
            let otherTime = try await ContinuousClock().measure { try await other() } / .seconds(1)
            let ourTime = try await ContinuousClock().measure { try await ours() } / .seconds(1)
            // The first round warms up.
            if round == 0 { continue }
            ratios.append(otherTime / ourTime)
            times.append((ourTime, otherTime))
        }
        let ratio = ratios.sorted()[ratios.count / 2]
        let ourTime = times.map(\.0).sorted()[times.count / 2]
        let otherTime = times.map(\.1).sorted()[times.count / 2]
        print(
            "| \(name) | \(bar) | "
                + String(format: "%.3f s and %.3f s | %.2f × |", ourTime, otherTime, ratio)
        )
    }
}

// MARK: - What is asked

private struct Item: Codable, JSONDecodable, Sendable {
    var n: Int
    var name: String
    var price: Double
    var tags: [String]

    init(from reader: inout JSONReader) throws(JSONError) {
        var n: Int?
        var name: String?
        var price: Double?
        var tags: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "n": reader.read(&n)
            case "name": reader.read(&name)
            case "price": reader.read(&price)
            case "tags": reader.read(&tags)
            default: reader.skip()
            }
        }
        self.n = try reader.require(n, "n")
        self.name = try reader.require(name, "name")
        self.price = try reader.require(price, "price")
        self.tags = try reader.require(tags, "tags")
    }
}

private struct Number: JSONDecodable, Sendable {
    var n: Int

    init(n: Int) { self.n = n }

    init(from reader: inout JSONReader) throws(JSONError) {
        var n: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "n": reader.read(&n)
            default: reader.skip()
            }
        }
        self.n = try reader.require(n, "n")
    }
}

extension Number: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("n", n)
        writer.endObject()
    }
}

/// Numbers from 0, each made when it is asked for.
private struct Numbers: Sequence, IteratorProtocol, Sendable {
    let end: Int
    private var n = 0

    init(end: Int) { self.end = end }

    mutating func next() -> Number? {
        guard n < end else { return nil }
        defer { n += 1 }
        return Number(n: n)
    }
}

private struct Reports: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/reports"
    static let method = RepositoryRuntime.HTTPMethod.post
    static let bodyMedia = BodyMedia<RequestStream<Number>>.jsonLines()

    var body: RequestStream<Number>
}

private struct Bytes: EndpointDefinition {
    typealias Response = DownloadResponse
    static let path = "/bytes/{count}"
    static let method = RepositoryRuntime.HTTPMethod.get

    var count: Int
    var parameters: Parameters {
        var parameters = Parameters()
        parameters.path("count", count)
        return parameters
    }
}

private struct Events: EndpointDefinition {
    typealias Response = EventsResponse<Number>
    static let path = "/events/{count}"
    static let method = RepositoryRuntime.HTTPMethod.get

    var count: Int
    var parameters: Parameters {
        var parameters = Parameters()
        parameters.path("count", count)
        return parameters
    }
}

private struct Sink: EndpointDefinition {
    typealias Response = EmptyResponse
    static let path = "/sink"
    static let method = RepositoryRuntime.HTTPMethod.put
    static let bodyMedia = BodyMedia<FileUpload>.file

    var body: FileUpload
}
