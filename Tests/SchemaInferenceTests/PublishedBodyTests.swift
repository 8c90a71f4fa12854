import Foundation
import SchemaImport
import SchemaInference
import TestSupport
import Testing

/// Real bodies: a schema inferred from them, or from half of them, decodes them without loss.
@Suite(.serialized, .enabled(if: SharedData.folder != nil, "\(SharedData.absence)"))
struct PublishedBodyTests {
    /// A kind of bodies.
    struct Kind: CustomTestStringConvertible {
        let name: String
        let files: [URL]

        var testDescription: String { name }

        /// Every second one.
        var half: [URL] { files.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) }
    }

    @Test(
        "learned from all bodies, it matches all; learned from half, 99 % of the rest",
        .enabled(if: Repetitions.isThorough, "it compiles large programs: see `make test-all`")
    )
    func roundTrip() async throws {
        let folder = try await SharedData.pokeAPI([
            "ability", "evolution-chain", "pokemon-sample", "pokemon-species", "type",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let kinds = try pokeAPI(in: folder.appending(path: "data/api/v2")) + webhooks()
        let files = kinds.map(\.files)
        let whole = try await failures(learnedOn: files, triedOn: files)
        #expect(whole.isEmpty, "\(whole.prefix(10).joined(separator: "\n"))")

        let rest = kinds.map { kind in kind.files.filter { !kind.half.contains($0) } }
        let missed = try await failures(learnedOn: kinds.map(\.half), triedOn: rest)
        let count = rest.reduce(0) { $0 + $1.count }
        print("of \(count) bodies that were not learned, \(count - missed.count) are equal")
        let list = missed.joined(separator: "\n")
        #expect(missed.count * 100 <= count, "\(list)")
        // There are few webhooks, some of them unique: the schema lacks what the learned half
        // lacks.
        #expect(missed.count { !$0.contains("webhooks") } <= 1, "\(list)")
    }

    private func pokeAPI(in root: URL) -> [Kind] {
        let kinds = ["ability", "evolution-chain", "pokemon", "pokemon-species", "type"].map {
            let place = root.appending(path: $0)
            let files = SharedData.files(in: place).filter {
                $0.deletingLastPathComponent().lastPathComponent != place.lastPathComponent
            }
            return Kind(name: $0, files: files)
        }
        #expect(kinds.map(\.files.count) == [373, 541, 149, 1025, 21])
        return kinds
    }

    private func webhooks() throws -> [Kind] {
        let folder = try #require(SharedData.folder).appending(path: "json/github-webhooks")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            Kind(name: $0, files: SharedData.files(in: folder.appending(path: $0)))
        }
    }

    private func failures(
        learnedOn learned: [[URL]],
        triedOn tried: [[URL]]
    ) async throws -> [String] {
        let sources = try learned.flatMap(\.self).map { file in
            BodySource(path: file.path, bytes: Array(try Data(contentsOf: file)))
        }
        let result = try await BackgroundWork.run {
            try BodyInference(settings: InferredSchema.settings).infer(bodies: sources)
        }
        #expect(result.diagnostics.isEmpty)
        let types = try result.types.map { try #require($0).swiftText }
        try #require(types.count == learned.count)
        let program = try await InferredProgram(result.schema, types: types)
        defer { program.remove() }
        let bodies = zip(types, tried).flatMap { type, files in
            files.map { InferredProgram.Body(type: type, file: $0) }
        }
        return try await program.failures(bodies)
    }

    @Test("the schema of a species is at most 1.3 times as long as the hand-written one")
    func length() async throws {
        let folder = try await SharedData.pokeAPI(["pokemon-species"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = SharedData.files(in: folder).filter {
            Int($0.deletingLastPathComponent().lastPathComponent) != nil
        }
        let sources = try files.map { file in
            BodySource(path: file.path, bytes: Array(try Data(contentsOf: file)))
        }
        let result = try await BackgroundWork.run {
            try BodyInference(settings: InferredSchema.settings).infer(bodies: sources)
        }
        let text = SchemaTextWriter().text(for: result.schema)
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let hand = try String(
            contentsOf: package.appending(path: "Schemas/Pokedex/species.yaml"),
            encoding: .utf8
        )
        // The inferred schema also has the values that the hand-written one shares with others.
        let ratio = Double(text.utf8.count) / Double(hand.utf8.count)
        let lines =
            Double(text.split(separator: "\n").count) / Double(hand.split(separator: "\n").count)
        print("length of pokemon-species: \(ratio) times the bytes, \(lines) times the lines")
        #expect(ratio <= 1.3)
        #expect(lines <= 1.3)
    }
}
