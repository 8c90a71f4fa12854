import Diagnostics
import Foundation
import Testing
import YAMLTree

@testable import SchemaLanguage

/// Laws for every formatted text.
@Suite struct FormatLawTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("comments keep their place, whatever the order, indentation and spaces were")
    func scrambled() throws {
        for seed in UInt64(0)..<300 {
            let schema = ScrambledSchema(seed: seed)
            for text in [schema.scrambled, schema.canonical] {
                let file = SourceFile(path: "a.yaml", text: text)
                switch try SchemaFormatter(.schema).format(file) {
                case .canonical: #expect(text == schema.canonical, "seed \(seed)")
                case .formatted(let result): #expect(result == schema.canonical, "seed \(seed)")
                case .leftAlone(let obstacles):
                    Issue.record("seed \(seed): \(obstacles)\n\(text)")
                }
            }
        }
    }

    /// YAML files of all kinds: schemas, goldens, and the YAML test suite if available.
    private static let corpus: [String] = {
        let data =
            ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"]
            ?? root.deletingLastPathComponent().appending(path: "shared/data").path
        let folders = ["Schemas", "Tests/Goldens"].map { root.appending(path: $0).path }
        return (folders + [data + "/yaml"]).flatMap { folder in
            let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
            return paths.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
                .map { folder + "/" + $0 }
        }
    }()

    @Test("formatting is idempotent, and changes neither meaning nor comments")
    func corpus() throws {
        #expect(Self.corpus.count > 40)
        var formatted = 0
        for path in Self.corpus {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            let file = SourceFile(path: "a.yaml", bytes: bytes)
            guard case .formatted(let text) = try? SchemaFormatter(.schema).format(file) else {
                continue
            }
            formatted += 1
            let result = SourceFile(path: "a.yaml", text: text)
            #expect(try SchemaFormatter(.schema).format(result) == .canonical, "\(path)")
            let before = try #require(try YAMLReader().read(file))
            let after = try #require(try YAMLReader().read(result))
            #expect(before.unordered == after.unordered, "\(path)")
            #expect(Self.comments(bytes) == Self.comments(Array(text.utf8)), "\(path)")
        }
        #expect(formatted > 10)
    }

    @Test("formatting does not change the generated Swift", arguments: ["Messages", "Pokedex"])
    func sameOutput(name: String) async throws {
        let package = try TemporaryPackage([:])
        let schemas = Self.root.appending(path: "Schemas/\(name)").path
        let copy = package.root.appending(path: "Schemas").path
        try FileManager.default.copyItem(atPath: schemas, toPath: copy)
        try package.write("output: Out\n", to: "repogen.yaml")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try await CommandLineTool.run("format", in: package.root).status == 0)
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 0, "\(check.errors)")
    }

    /// Returns the apparent comments, sorted, without those in quotes on one line.
    private static func comments(_ bytes: [UInt8]) -> [String] {
        SourceLines(bytes: bytes).all.compactMap(comment(in:)).sorted()
    }

    private static func comment(in line: String) -> String? {
        var quote: Character?
        var previous: Character = " "
        for (index, character) in zip(line.indices, line) {
            switch (quote, character) {
            case (nil, "#") where previous == " " || previous == "\t":
                return line[index...].trimmingCharacters(in: .whitespaces)
            case (nil, "\""), (nil, "'"): quote = character
            case ("\"", "\"") where previous != "\\", ("'", "'"): quote = nil
            default: break
            }
            // An escaped backslash does not escape the next character.
            previous = previous == "\\" && character == "\\" ? " " : character
        }
        return nil
    }
}

extension SourceLines {
    fileprivate var all: [String] {
        (1...count).map { String(decoding: line($0), as: UTF8.self) }
    }
}

extension YAMLNode {
    /// The value of the node, regardless of the order of keys.
    fileprivate var unordered: String {
        switch content {
        case .scalar(let scalar):
            "\(scalar.style) \(scalar.meaning) \(scalar.text.debugDescription)"
        case .sequence(let elements): "[\(elements.map(\.unordered).joined(separator: ", "))]"
        case .mapping(let pairs):
            "{\(pairs.map { "\($0.key.unordered): \($0.value.unordered)" }.sorted().joined(separator: ", "))}"
        }
    }
}
