import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// Laws for recordings of any service: here those of all dialects, spoken by mocks.
@Suite("Recording laws", .timeLimit(.minutes(30))) struct MockRecordingLawTests {
    static let schemas: [String] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Schemas/Services").standardizedFileURL
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let paths = names.sorted().map { folder.appending(path: $0).path }
        // Those with repositories.
        return paths.filter { path in
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return path.hasSuffix(".yaml") && text?.contains("\nrepositories:") == true
        }
    }()

    @Test("there are schemas of many dialects")
    func many() { #expect(Self.schemas.count >= 9) }

    @Test(
        "recording is complete and deterministic, and a mock starts with the same entities",
        arguments: schemas
    )
    func replay(_ path: String) async throws {
        try await RecordingBench.run(try String(contentsOfFile: path, encoding: .utf8)) {
            (bench) async throws in
            var identities: [String: Set<String>] = [:]
            try await bench.mock(replaying: false, count: 7) { (service, _) async throws in
                var texts: [String] = []
                for _ in 0..<2 {
                    try await bench.record(service.url) { (client) async throws in
                        let root = PlainClient(url: String(client.url.dropLast("/v1".count)))
                        for collection in service.contents.collections {
                            let path = String(collection.path.drop { $0 == "/" })
                            let answer = try await root.send("GET", path)
                            guard answer.status == 200 else { continue }
                            identities[collection.name] = Set(
                                service.entities(of: collection.name).keys
                            )
                        }
                    }
                    texts.append(bench.text)
                }
                #expect(texts[0] == texts[1])
            }
            #expect(!identities.isEmpty)
            #expect(bench.findings.allSatisfy { !$0.hasPrefix("not stored") }, "\(bench.findings)")
            try await bench.mock(replaying: true) { (mock, _) async throws in
                for (name, expected) in identities {
                    let found = Set(mock.entities(of: name).keys)
                    // A listing contains its first page.
                    #expect(!found.isEmpty && found.isSubset(of: expected), "\(name): \(found)")
                }
            }
        }
    }
}
