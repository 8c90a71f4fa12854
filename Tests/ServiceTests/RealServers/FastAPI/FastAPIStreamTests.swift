import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Files and streams, to and from FastAPI.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIStreamTests {
        /// Uploads a file, and returns its name on the server.
        private func keep(_ bytes: Data, _ session: NetworkingSession) async throws -> String {
            let name = "\(UUID()).bin"
            let upload = FileUpload(bytes, name: name)
            _ = try await session.request(Endpoint.SendSampleFile(name: name, body: upload))
            return name
        }

        @Test(
            "a file is uploaded from disk in chunks, with its length",
            arguments: Carrier.allCases
        )
        func sent(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            try await withFolder { folder in
                for bytes in [Data(), Data.sample(4_000_000)] {
                    let file = folder.appending(path: "\(bytes.count).bin")
                    try bytes.write(to: file)
                    let upload = FileUpload(contentsOf: file)
                    let told = try await session.request(
                        Endpoint.SendSampleFile(name: "\(UUID())", body: upload)
                    )
                    #expect(
                        told == [
                            "length": "int \(bytes.count)",
                            "crc": "str \(Told.checksum(bytes))",
                            "is_streamed": bytes.isEmpty ? "bool False" : "bool True",
                            "content-type": "str application/x-sample",
                            "content-length": "str \(bytes.count)",
                            "transfer-encoding": "NoneType None",
                        ]
                    )
                }
            }
        }

        @Test(
            "a file is downloaded to disk, with its name, type and length",
            arguments: Carrier.allCases
        )
        func received(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            try await withFolder { folder in
                for bytes in [Data(), Data.sample(4_000_000)] {
                    let name = try await keep(bytes, session)
                    for called in ["plain.bin", "Grüße \"a\"; b=%41.bin"] {
                        let download = try await session.request(
                            Endpoint.GetSampleFile(name: name, called: called)
                        )
                        #expect(download.suggestedName == called)
                        #expect(download.mediaType == "application/x-sample")
                        #expect(download.length == bytes.count)
                        let file = folder.appending(path: "received")
                        try await download.save(to: file)
                        #expect(try Data(contentsOf: file) == bytes)
                    }
                    // The same, with compression.
                    let compressed = try await session.request(
                        Endpoint.GetCompressedFile(name: name)
                    )
                    #expect(Told.bytes(try await compressed.bytes()) == Told.bytes(bytes))
                }
            }
        }

        @Test("a download that is interrupted twice continues", arguments: Carrier.allCases)
        func cut(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            try await withFolder { folder in
                let bytes = Data.sample(3_000_000)
                let name = try await keep(bytes, session)
                let run = "\(UUID())"
                let file = folder.appending(path: "received")
                let download = try await session.request(Endpoint.GetCutFile(name: name, run: run))
                try await download.save(to: file)
                #expect(try Data(contentsOf: file) == bytes)
                let requests = try await session.request(Endpoint.GetRuns(run: run))
                #expect(requests.count == 3)
                #expect(requests.first == [:])
                let tags = requests.dropFirst().map { $0["if-range"] }
                #expect(tags.allSatisfy { $0?.hasPrefix("\"") == true })
                // async-http-client drops its buffer when its connection breaks.
                let starts = requests.compactMap {
                    $0["range"]?.dropFirst("bytes=".count).dropLast()
                }
                .compactMap { Int($0) }
                #expect(starts.count == 2 && starts[0] <= 1_000_000 && starts[1] > starts[0])
            }
        }

        @Test(
            "a file that changed in the meantime is downloaded from the start",
            arguments: Carrier.allCases
        )
        func changed(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            try await withFolder { folder in
                let bytes = Data.sample(300_000)
                let name = try await keep(bytes, session)
                let run = "\(UUID())"
                let file = folder.appending(path: "received")
                let endpoint = Endpoint.GetChangingFile(name: name, run: run)
                try await session.request(endpoint).save(to: file)
                let shorter = stride(from: bytes.count - 1, through: 0, by: -3).map { bytes[$0] }
                #expect(try Data(contentsOf: file) == Data(shorter))
                let requests = try await session.request(Endpoint.GetRuns(run: run))
                #expect(requests.count == 2 && requests[1]["if-range"] == "\"first\"")
            }
        }

        @Test("events are those of FastAPI", arguments: Carrier.allCases)
        func events(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            var events: [ServerSentEvent<Beat>] = []
            for try await event in try await session.request(Endpoint.GetEvents()) {
                events.append(event)
            }
            let retry = Duration.milliseconds(25)
            #expect(
                events == [
                    ServerSentEvent(
                        Beat(number: 1, text: "a\nb\u{2028}ü"),
                        event: "tick",
                        id: "1",
                        retry: retry
                    ),
                    ServerSentEvent(Beat(number: 2, text: nil), id: "1", retry: retry),
                    ServerSentEvent(Beat(number: 3, text: nil), id: "1", retry: retry),
                ]
            )
        }

        @Test(
            "events continue after the last one when a connection breaks",
            arguments: Carrier.allCases
        )
        func brokenEvents(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let run = "\(UUID())"
            var events: [ServerSentEvent<String>] = []
            for try await event in try await session.request(Endpoint.GetBrokenEvents(run: run)) {
                events.append(event)
            }
            #expect(events.map(\.data) == ["one", "two\n lines\n", "three", "four", "five"])
            #expect(events.map(\.event) == ["first"] + Array(repeating: "message", count: 4))
            #expect(events.map(\.id) == ["1", "ü 2", "ü 2", "4", nil])
            #expect(events.allSatisfy { $0.retry == .milliseconds(10) })
            let requests = try await session.request(Endpoint.GetRuns(run: run))
            #expect(requests == [[:], ["last-event-id": "ü 2"], ["last-event-id": "4"]])
        }

        @Test(
            "lines, sequences and chunks arrive complete and in order",
            arguments: Carrier.allCases
        )
        func elements(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            for count in [0, 1, 2_000] {
                var numbers: [Int] = []
                for try await beat in try await session.request(Endpoint.GetLines(count: count)) {
                    #expect(beat.text == (beat.number.isMultiple(of: 2) ? nil : "\n"))
                    numbers.append(beat.number)
                }
                #expect(numbers == Array(0..<count))
                numbers = []
                for try await beat in try await session.request(Endpoint.GetSequence(count: count))
                {
                    #expect(beat.text == "\n")
                    numbers.append(beat.number)
                }
                #expect(numbers == Array(0..<count))
            }
            var bytes = Data()
            let endpoint = Endpoint.GetChunks(count: 300, size: 10_000)
            for try await chunk in try await session.request(endpoint) { bytes += chunk }
            let expected = (0..<300).map { Data(repeating: UInt8($0 % 256), count: 10_000) }
            #expect(Told.bytes(bytes) == Told.bytes(expected.reduce(Data(), +)))
        }
    }
}
