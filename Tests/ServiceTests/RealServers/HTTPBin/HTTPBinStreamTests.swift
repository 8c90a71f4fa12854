import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Ranges and streams of httpbin.
    @Suite(.timeLimit(.minutes(5)))
    struct HTTPBinStreamTests {
        private func letters(_ range: Range<Int>) -> Data {
            Data(range.map { UInt8(ascii: "a") + UInt8($0 % 26) })
        }

        @Test("a range is the requested part", arguments: Carrier.allCases)
        func ranges(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let ranges = [
                (nil, 0..<100), ("bytes=10-19", 10..<20), ("bytes=90-", 90..<100),
                ("bytes=-5", 95..<100),
            ]
            for (field, range) in ranges {
                let endpoint = Endpoint.GetRange(count: 100, range: field)
                let response = try await session.response(to: endpoint)
                #expect(response.result == letters(range))
                #expect(response.status == (field == nil ? 200 : 206))
                let content = "bytes \(range.lowerBound)-\(range.upperBound - 1)/100"
                #expect(response.header("Content-Range") == content)
            }
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.GetRange(count: 100, range: "bytes=100-"))
            }
            #expect(error?.status == 416)
        }

        @Test(
            "a file is downloaded to disk, and continues after an interruption",
            arguments: Carrier.allCases
        )
        func files(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            try await withFolder { folder in
                let file = folder.appending(path: "letters")
                let endpoint = Endpoint.GetRangeFile(count: 102_400, size: 1_000)
                let first = try await session.request(endpoint)
                #expect(first.length == 102_400)
                try await first.save(to: file)
                #expect(try Data(contentsOf: file) == letters(0..<102_400))
            }
        }

        @Test("lines, drops and chunks arrive complete and in order", arguments: Carrier.allCases)
        func elements(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            var ids: [Int] = []
            let lines = Endpoint.GetNumbered(count: 100, name: awkwardText)
            for try await line in try await session.request(lines) {
                #expect(line.args == ["name": .one(awkwardText)])
                ids.append(line.id)
            }
            #expect(ids == Array(0..<100))
            var drops = Data()
            let drip = Endpoint.Drip(duration: 0, count: 1_000, code: 200)
            for try await chunk in try await session.request(drip) { drops += chunk }
            #expect(drops == Data(repeating: UInt8(ascii: "*"), count: 1_000))
            let broken = await #expect(throws: RepositoryError.self) {
                _ = try await session.request(Endpoint.Drip(duration: 0, count: 10, code: 500))
            }
            #expect(broken?.code == .server && broken?.response?.body.count == 10)
            var chunks = Data()
            let stream = Endpoint.StreamBytes(count: 50_000, seed: 7, size: 999)
            for try await chunk in try await session.request(stream) { chunks += chunk }
            let whole = try await session.request(Endpoint.GetBytes(count: 50_000, seed: 7))
            #expect(whole.count == 50_000 && Told.bytes(chunks) == Told.bytes(whole))
        }
    }
}
