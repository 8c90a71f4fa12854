import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// Folders with bodies, and the inferred schema.
@Suite struct InferredGoldenTests {
    /// A folder under `Tests/Goldens/Infer`.
    struct Case: CustomTestStringConvertible, Sendable {
        let folder: URL

        var testDescription: String { folder.lastPathComponent }
        var schema: URL { folder.appending(path: "schema.yaml") }

        /// All cases, sorted by name.
        static let all: [Case] = {
            let folder = URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Goldens/Infer")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().filter { !$0.hasPrefix(".") }
                .map { Case(folder: folder.appending(path: $0)) }
        }()

        /// The bodies, or the recordings.
        ///
        /// - Parameters:
        ///   - areRecordings: Whether to return recordings.
        ///   - prefix: The prefix of their paths.
        /// - Returns: The sources, sorted by path.
        /// - Throws: if a file cannot be read.
        func sources(areRecordings: Bool, below prefix: String = "") throws -> [BodySource] {
            let all =
                FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
            let extensions = areRecordings ? [".har"] : [".json", ".ndjson"]
            return try all.filter { path in extensions.contains(where: path.hasSuffix) }.sorted()
                .map { path in
                    let bytes = Array(try Data(contentsOf: folder.appending(path: path)))
                    return BodySource(path: prefix + path, bytes: bytes)
                }
        }

        func infer() throws -> BodyInference.Result {
            try BodyInference(settings: InferredSchema.settings).infer(
                bodies: sources(areRecordings: false),
                recordings: sources(areRecordings: true)
            )
        }
    }

    @Test(
        "bodies give the golden schema, which is valid, canonical, and matches them",
        arguments: Case.all
    )
    func golden(golden: Case) throws {
        let result = try golden.infer()
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.isEmpty)
        let text = SchemaTextWriter().text(for: result.schema)
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data(text.utf8).write(to: golden.schema)
            Issue.record("recorded \(golden.schema.path); run again to compare")
        }
        let expected = try String(contentsOf: golden.schema, encoding: .utf8)
        #expect(text == expected, "\(text)")
        let checked = try InferredSchema.check(text)
        // Without the evidence, the schema is the same.
        let bare = try InferredSchema.check(
            SchemaTextWriter(showsEvidence: false).text(for: result.schema)
        )
        #expect(bare.values.map(\.properties) == checked.values.map(\.properties))
        #expect(bare.entities.map(\.properties) == checked.entities.map(\.properties))

        let sources = try golden.sources(areRecordings: false)
        for (type, files) in zip(result.types, result.files) where !files.isEmpty {
            let name = try #require(type?.leafName)
            guard type != .json else { continue }
            let comparison = try #require(BodyComparison(checked, type: name))
            let found = try comparison.compare(files.map { sources[$0] })
            #expect(found.diagnostics.isEmpty, "\(found.diagnostics.map(\.message))")
            #expect(found.change == nil)
        }
    }

    @Test("generated code decodes and encodes the bodies of all cases without loss")
    func roundTrip() async throws {
        var sources: [BodySource] = []
        var files: [URL] = []
        for golden in Case.all {
            for source in try golden.sources(areRecordings: false)
            where !source.path.hasSuffix(".ndjson") {
                sources.append(
                    BodySource(
                        path: "\(golden.testDescription)/\(source.path)",
                        size: source.size,
                        open: source.open
                    )
                )
                files.append(golden.folder.appending(path: source.path))
            }
        }
        // Files with several bodies are covered elsewhere.
        let pairs = zip(sources, files).filter { !$0.0.path.hasSuffix("mixed.json") }
        let result = try BodyInference(settings: InferredSchema.settings).infer(
            bodies: pairs.map(\.0)
        )
        let types = try result.types.map { try #require($0).swiftText }
        let program = try await InferredProgram(result.schema, types: types)
        defer { program.remove() }
        let bodies = zip(types, result.files).flatMap { type, numbers in
            numbers.map { InferredProgram.Body(type: type, file: pairs[$0].1) }
        }
        #expect(bodies.count == pairs.count)
        let failures = try await program.failures(bodies)
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    }

    @Test("generated code decodes and encodes random bodies without loss")
    func randomBodies() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-random-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var sources: [BodySource] = []
        var files: [URL] = []
        for seed in 1...UInt64(Repetitions.count("RANDOM_BODIES", quick: 10, thorough: 40)) {
            var random = RandomJSON(seed: seed)
            let place = folder.appending(path: "kind\(seed)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for number in 0..<3 {
                let body = random.object()
                // An object without keys has no type.
                if body == "{}" { continue }
                let file = place.appending(path: "index\(number).json")
                try Data(body.utf8).write(to: file)
                sources.append(
                    BodySource(path: "kind\(seed)/index\(number).json", bytes: Array(body.utf8))
                )
                files.append(file)
            }
        }
        let result = try BodyInference(settings: InferredSchema.settings).infer(bodies: sources)
        let types = try result.types.map { try #require($0).swiftText }
        let program = try await InferredProgram(result.schema, types: types)
        defer { program.remove() }
        let bodies = zip(types, result.files).flatMap { type, numbers in
            numbers.map { InferredProgram.Body(type: type, file: files[$0]) }
        }
        let failures = try await program.failures(bodies)
        #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
    }
}
