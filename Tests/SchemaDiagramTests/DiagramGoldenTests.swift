import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage
import Testing

/// Schemas and their exact diagrams.
@Suite struct DiagramGoldenTests {
    /// A folder under `Tests/Goldens/Diagram`: schemas, and the diagrams of the model, of each
    /// repository with writes, and of each endpoint.
    struct Case: CustomTestStringConvertible {
        static let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Goldens/Diagram")

        let folder: URL

        var testDescription: String { folder.lastPathComponent }
        var expected: URL { folder.appending(path: "Expected") }

        static let all: [Case] = {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
            return names.sorted().filter { !$0.hasPrefix(".") }
                .map { Case(folder: root.appending(path: $0)) }
        }()

        func files(in folder: URL) throws -> [String: String] {
            guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
            var files: [String: String] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name.contains(".") && !name.hasPrefix(".") {
                files[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            }
            return files
        }

        /// The diagrams, by name without extension.
        func diagrams() throws -> [String: Diagram] {
            let files = try files(in: folder).sorted { $0.key < $1.key }
                .map { SourceFile(path: "Schemas/\($0.key)", text: $0.value) }
            let source = try #require(try SampleSchema.sources(of: files).first)
            var options = ModelDiagram.Options()
            options.isGrouped = files.count > 1
            var diagrams = ["model": ModelDiagram(of: [source]).diagram(options)]
            for repository in source.schema.repositories {
                guard let diagram = WriteDiagram(of: repository, in: source)?.diagram else {
                    continue
                }
                diagrams["write-\(repository.head.name)"] = diagram
            }
            for endpoint in source.schema.endpoints {
                let diagram = EndpointDiagram(of: endpoint, in: source).diagram
                diagrams["endpoint-\(endpoint.head.name)"] = diagram
            }
            return diagrams
        }

        /// The texts of the diagrams in all formats, by file name.
        func texts() throws -> [String: String] {
            var texts: [String: String] = [:]
            for (name, diagram) in try diagrams() {
                for format in DiagramFormat.allCases {
                    let name = "\(name).\(format == .mermaid ? "mmd" : format.rawValue)"
                    texts[name] = diagram.text(as: format, links: SchemaLinks(base: "../.."))
                }
            }
            return texts
        }
    }

    @Test("schemas give exactly the diagrams of their golden", arguments: Case.all)
    func goldens(golden: Case) throws {
        let found = try golden.texts()
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try? FileManager.default.removeItem(at: golden.expected)
            try FileManager.default.createDirectory(
                at: golden.expected,
                withIntermediateDirectories: true
            )
            for (name, text) in found {
                try Data(text.utf8).write(to: golden.expected.appending(path: name))
            }
            Issue.record("recorded \(golden.testDescription)")
            return
        }
        let expected = try golden.files(in: golden.expected)
        #expect(Set(expected.keys) == Set(found.keys))
        for (name, text) in found {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let others = (expected[name] ?? "")
                .split(separator: "\n", omittingEmptySubsequences: false)
            let changes = lines.difference(from: others).map { "\($0)" }.prefix(5)
            #expect(changes.isEmpty, "\(name): \(changes.joined(separator: "\n"))")
        }
    }

    @Test("there are goldens of all kinds of diagrams and declarations")
    func kinds() throws {
        let names = try Case.all.flatMap { try $0.texts().keys }
        for kind in ["model", "write-", "endpoint-"] {
            #expect(names.contains { $0.hasPrefix(kind) })
        }
        let models = try Case.all.compactMap { try $0.texts()["model.svg"] }.joined()
        for kind in ["REPOSITORY", "ENTITY", "VALUE", "UNION", "ENUM", "SCALAR"] {
            #expect(models.contains(">\(kind)<"), "\(kind)")
        }
    }

    @Test("the same schemas give the same bytes", arguments: Case.all)
    func determinism(golden: Case) throws {
        let first = try golden.texts()
        for _ in 0..<3 { #expect(try golden.texts() == first) }
    }

    @Test(
        "each SVG is valid, has a title and a description, and no overlapping texts",
        arguments: Case.all
    )
    func pictures(golden: Case) throws {
        for (name, diagram) in try golden.diagrams() {
            let picture = try DrawnPicture(diagram.text(as: .svg, links: SchemaLinks()))
            let root = try #require(picture.elements.first)
            #expect(root.name == "svg" && root.attributes["role"] == "img")
            #expect(picture.elements.contains { $0.name == "title" && $0.text == diagram.title })
            #expect(picture.all("desc").map(\.text) == [diagram.description])
            #expect(DrawnPicture.overlaps(picture.texts) == [], "\(name)")
        }
    }

    @Test(
        "each link leads to the line that declares its target",
        arguments: Case.all
    )
    func links(golden: Case) throws {
        let files = try golden.files(in: golden.folder)
        let svg = try #require(try golden.diagrams()["model"])
            .text(as: .svg, links: SchemaLinks(base: "https://example.com/blob/main"))
        let picture = try DrawnPicture(svg)
        var count = 0
        for (link, text) in zip(picture.elements, picture.elements.dropFirst())
        where link.name == "a" && text.name == "text" {
            let address = link.attributes["href"] ?? ""
            guard
                let match = address.wholeMatch(
                    of: #/https://example.com/blob/main/Schemas/([a-z.]+)(?:#L(\d+))?/#
                ), let digits = match.2, let number = Int(digits)
            else { continue }
            let lines = (files[String(match.1)] ?? "").split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let name = text.text.prefix { $0 != "…" }
            #expect(lines[number - 1].contains(name), "\(address): \(text.text)")
            count += 1
        }
        #expect(count > 8)
    }
}
