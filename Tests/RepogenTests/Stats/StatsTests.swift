import Foundation
import Testing

/// `repogen stats`: the cost of the generated code.
@Suite struct StatsTests {
    /// A file of the statistics.
    struct Declaration: Decodable {
        let name: String
        let kind: String
        let path: String
        let lines: Int
        let bytes: Int
        let estimatedMicroseconds: Int
        let checkMicroseconds: Int?
        let codeBytes: Int?
    }

    struct Kind: Decodable {
        let kind: String
        let files: Int
        let lines: Int
        let bytes: Int
        let estimatedMicroseconds: Int
    }

    struct Change: Decodable, Equatable {
        let name: String
        let state: String
        let lines: Int
    }

    struct Since: Decodable {
        let revision: String
        let files: Int
        let lines: Int
        let estimatedMicroseconds: Int
        let declarations: [Change]
    }

    struct Measured: Decodable {
        let milliseconds: Int
        let codeBytes: Int?
    }

    struct Output: Decodable {
        let output: String
        let files: Int
        let lines: Int
        let bytes: Int
        let estimatedMicroseconds: Int
        let kinds: [Kind]
        let declarations: [Declaration]
        let since: Since?
        let measured: Measured?
    }

    private struct Statistics: Decodable {
        let outputs: [Output]
    }

    static let schema = """
        repogen: 1
        enums:
          Color: { type: String, cases: [red, green] }
        values:
          Place: { properties: { city: String, color: Color } }
        entities:
          Message:
            id: Int
            properties: { text: String, place: Place, likes: Int = 0 }
        endpoints:
          GetPlace: { get: /place, response: Place }
        repositories:
          Messages: { entity: Message, path: messages, remote: [create, read, update, delete] }

        """
    static let folder = "Sources/App/Generated"

    private func package(_ configuration: String = "") throws -> TemporaryPackage {
        try TemporaryPackage([
            "repogen.yaml": "output: \(Self.folder)\n\(configuration)",
            "Schemas/a.yaml": Self.schema,
        ])
    }

    private func outputs(_ arguments: String..., in root: URL) async throws -> [Output] {
        let all = ["stats", "--format", "json"] + arguments
        let run = try await CommandLineTool.run(all, in: root)
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Statistics.self, from: Data(run.output.utf8)).outputs
    }

    @Test(
        "the totals are those of the written files",
        arguments: ["declaration", "schema"]
    )
    func totals(grouping: String) async throws {
        let package = try package("grouping: \(grouping)\n")
        let output = try #require(try await outputs(in: package.root).first)
        #expect(!package.exists(Self.folder))
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let folder = package.root.appending(path: Self.folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
        let texts = try names.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        #expect(output.output == Self.folder)
        #expect(output.files == texts.count)
        #expect(output.bytes == texts.reduce(0) { $0 + $1.utf8.count })
        #expect(output.lines == texts.reduce(0) { $0 + $1.count { $0 == "\n" } })
        if grouping == "declaration" {
            #expect(Set(output.declarations.map(\.path)) == Set(names))
        }
    }

    @Test("declarations have a kind and a share, and cost the same in both groupings")
    func declarations() async throws {
        let package = try package()
        let output = try #require(try await outputs(in: package.root).first)
        let kinds = Dictionary(output.declarations.map { ($0.name, $0.kind) }) { $1 }
        #expect(
            kinds == [
                "Color": "enums", "Place": "values", "Message": "entities", "GetPlace": "endpoints",
                "Messages": "repositories", "MessagesMock": "mocks",
                "Color+RuntimeVersion": "other",
            ],
            "\(kinds)"
        )
        #expect(
            output.kinds.map(\.kind) == [
                "enums", "values", "entities", "endpoints", "repositories", "mocks", "other",
            ]
        )
        // Each total is a sum.
        for kind in output.kinds {
            let own = output.declarations.filter { $0.kind == kind.kind }
            #expect(kind.files == own.count)
            #expect(kind.lines == own.reduce(0) { $0 + $1.lines })
            #expect(kind.bytes == own.reduce(0) { $0 + $1.bytes })
            #expect(kind.estimatedMicroseconds == own.reduce(0) { $0 + $1.estimatedMicroseconds })
        }
        #expect(output.lines == output.kinds.reduce(0) { $0 + $1.lines })
        let estimates = output.declarations.map(\.estimatedMicroseconds)
        #expect(estimates == estimates.sorted(by: >))
        #expect(output.estimatedMicroseconds == estimates.reduce(0, +))

        let grouped = try self.package("grouping: schema\n")
        let other = try #require(try await outputs(in: grouped.root).first)
        #expect(other.files < output.files)
        #expect(other.declarations.map(\.path) == output.declarations.map(\.path))
        #expect(other.declarations.map(\.lines) == output.declarations.map(\.lines))
        #expect(other.estimatedMicroseconds == output.estimatedMicroseconds)
    }

    @Test("the text lists the requested number of the most expensive declarations")
    func text() async throws {
        let package = try package("budget: { lines: 9000, declaration: { compile: 9 s } }\n")
        let run = try await CommandLineTool.run("stats", "--most", "2", in: package.root)
        #expect(run.status == 0)
        let first = run.output.prefix { $0 != "\n" }
        #expect(
            first.wholeMatch(
                of:
                    /Sources\/App\/Generated: 7 files, \d+ lines, [\d,]+ bytes, about \d+ ms to compile/
            ) != nil,
            "\(first)"
        )
        let list = run.output.components(separatedBy: "most expensive")[1]
            .components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst()
        #expect(list.count == 2 && list.first?.hasPrefix("  Message ") == true, "\(run.output)")
        #expect(run.output.contains(/\n  lines +\d+ +9,000\n/))
        #expect(run.output.contains(/\n  compile of a declaration +\d+ ms +9.0 s\n/))
        #expect(run.errors.contains("estimates"))
        let quiet = try await CommandLineTool.run("stats", "--quiet", in: package.root)
        #expect(quiet.errors.isEmpty && !quiet.output.isEmpty)
    }

    @Test("several outputs are reported separately, and schemas without an output by name")
    func severalOutputs() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs: [{ schemas: A, output: GA }, { schemas: B, output: GB }]",
            "A/a.yaml": Self.schema, "B/b.yaml": "repogen: 1\nentities: { B: { id: Int } }\n",
        ])
        let both = try await outputs(in: package.root)
        #expect(both.map(\.output) == ["GA", "GB"])
        #expect(both[0].lines > both[1].lines)
        let alone = try await outputs("--schemas", "B", in: package.root)
        #expect(alone.map(\.output) == ["B"])
        #expect(alone[0].lines == both[1].lines)
    }

    @Test(
        "a comparison with a revision lists new, deleted and grown declarations",
        .enabled(if: GitPackage.isPossible)
    )
    func against() async throws {
        let repository = try await GitPackage(
            ["repogen.yaml": "output: \(Self.folder)\n", "Schemas/a.yaml": Self.schema],
            generates: false
        )
        let same = try #require(try await outputs("--against", "HEAD", in: repository.root).first)
        #expect(same.since?.lines == 0 && same.since?.declarations.isEmpty == true)
        let changed = Self.schema.replacing("likes: Int = 0", with: "likes: Int = 0, more: String")
            .replacing(
                "  GetPlace: { get: /place, response: Place }",
                with: "  GetMore: { get: /more, response: [Place] }"
            )
        try repository.package.write(changed, to: "Schemas/a.yaml")
        let output = try #require(try await outputs("--against", "HEAD", in: repository.root).first)
        let since = try #require(output.since)
        #expect(since.revision == "HEAD" && since.files == 0)
        #expect(since.lines == output.lines - same.lines)
        #expect(since.lines == since.declarations.reduce(0) { $0 + $1.lines })
        let states = Dictionary(since.declarations.map { ($0.name, $0.state) }) { $1 }
        #expect(
            states["Message"] == "changed" && states["GetPlace"] == "deleted"
                && states["GetMore"] == "new"
        )
        #expect(since.declarations.first { $0.name == "Message" }.map { $0.lines > 0 } == true)
        let text = try await repository.repogen("stats", "--against", "HEAD", status: 0).output
        #expect(text.contains("since 'HEAD': 0 files, +"), "\(text)")
        #expect(text.contains(/GetPlace +endpoints +deleted +-/), "\(text)")
        let unknown = try await repository.repogen("stats", "--against", "nothing", status: 64)
        #expect(unknown.errors.contains("no revision 'nothing'"))
    }

    @Test(
        "invalid arguments are rejected with a reason",
        arguments: [
            (["--most=-1"], "--most needs a number from 0"),
            (["--against", ""], "--against needs a revision"),
            (["--modules", "A"], "--modules needs --measure"),
            (["--sources", "a.swift"], "--sources needs --measure"),
            (["--format", "xml"], "'xml'"),
        ]
    )
    func refused(_ arguments: [String], _ reason: String) async throws {
        let package = try package()
        let run = try await CommandLineTool.run(["stats"] + arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
    }

    @Test("an error in a schema is reported, and nothing is counted")
    func mistake() async throws {
        let package = try package()
        try package.write("repogen: 1\nentities: { A: { id: Itn } }\n", to: "Schemas/a.yaml")
        let run = try await CommandLineTool.run("stats", "--format", "json", in: package.root)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.contains("unknown type 'Itn'"))
    }
}

/// `repogen stats --measure`: the measurements of a compiler.
@Suite struct StatsMeasurementTests {
    /// The modules in the build folder of the tests.
    private static let modules = CommandLineTool.binary.deletingLastPathComponent()
        .appending(path: "Modules").path

    private func run(_ arguments: [String], in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        try await CommandLineTool.run(["stats", "--measure"] + arguments, in: package.root)
    }

    @Test("each declaration has its code size, and the total is their sum")
    func measured() async throws {
        struct Statistics: Decodable { let outputs: [StatsTests.Output] }
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(StatsTests.folder)\n", "Schemas/a.yaml": StatsTests.schema,
        ])
        let run = try await run(["--format", "json", "--modules", Self.modules], in: package)
        #expect(run.status == 0, "\(run.errors)")
        let output = try JSONDecoder().decode(Statistics.self, from: Data(run.output.utf8)).outputs[
            0
        ]
        let measured = try #require(output.measured)
        #expect(measured.milliseconds >= 0)
        let codes = output.declarations.compactMap(\.codeBytes)
        #expect(codes.count == output.declarations.count)
        #expect(measured.codeBytes == codes.reduce(0, +))
        let message = try #require(output.declarations.first { $0.name == "Message" })
        let version = try #require(output.declarations.first { $0.kind == "other" })
        #expect((message.codeBytes ?? 0) > (version.codeBytes ?? 0))
        #expect(output.declarations.allSatisfy { $0.checkMicroseconds != nil })
        #expect((message.checkMicroseconds ?? 0) > 0)
        // No temporary files remain.
        #expect(!package.exists(StatsTests.folder))
    }

    @Test("code that does not compile alone is reported with a hint, and compiles with its sources")
    func sources() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(StatsTests.folder)\nconforms: [Named]\n",
            "Schemas/a.yaml": "repogen: 1\nvalues: { A: { properties: { a: Int } } }\n",
            "Sources/App/Named.swift": "public protocol Named {}\n",
        ])
        let alone = try await run(["--modules", Self.modules], in: package)
        #expect(alone.status == 1)
        #expect(
            alone.errors.contains(
                "the generated code of '\(StatsTests.folder)' does not compile alone"
            )
        )
        #expect(alone.errors.contains("'Named'"))
        #expect(alone.errors.contains("hint: name the files with your own types with --sources"))
        let arguments = ["--modules", Self.modules, "--sources", "Sources/App/Named.swift"]
        let both = try await run(arguments, in: package)
        #expect(both.status == 0, "\(both.errors)")
        #expect(both.output.contains("compiled in "))
    }

    @Test("missing modules are reported with the way to get them")
    func missingModules() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(StatsTests.folder)\n", "Schemas/a.yaml": StatsTests.schema,
        ])
        let unbuilt = try await run([], in: package)
        #expect(unbuilt.status == 64)
        #expect(unbuilt.errors.contains(/no module Repository\w+ in '.*\.build'/))
        #expect(unbuilt.errors.contains("hint: run `swift build` first"))
        let elsewhere = try await run(["--modules", "Schemas"], in: package)
        #expect(elsewhere.status == 64)
        #expect(elsewhere.errors.contains("hint: name the folder with Repository"))
    }
}
