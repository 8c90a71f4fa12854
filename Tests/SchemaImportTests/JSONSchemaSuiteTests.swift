import Diagnostics
import Foundation
import SchemaImport
import Testing
import YAMLTree

/// The official test suite of JSON Schema, which is not part of the package.
///
///     git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite
///     JSON_SCHEMA_SUITE=$PWD/JSON-Schema-Test-Suite swift test --filter JSONSchemaSuiteTests
@Suite struct JSONSchemaSuiteTests {
    private static let folder = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"]

    /// The drafts, with their `$schema`.
    private static let drafts = [
        "draft4": "http://json-schema.org/draft-04/schema#",
        "draft6": "http://json-schema.org/draft-06/schema#",
        "draft7": "http://json-schema.org/draft-07/schema#",
        "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
        "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    ]

    /// The results for our own schemas: a changed number means that something is expressed better
    /// or worse.
    private static let ownTally = """
        17 schemas, 11 with declarations; of the valid instances 22 are accepted and 0 refused with a reason, \
        of the others 15 refused; reported: guessed 1, remote-reference 1, simplified 5
        """

    @Test(
        "each schema imports, is valid, and accepts the valid instances of its draft",
        .enabled(if: folder != nil, "JSON_SCHEMA_SUITE names no folder with the suite"),
        arguments: drafts.keys.sorted()
    )
    func draft(name: String) throws {
        let tests = URL(filePath: try #require(Self.folder)).appending(path: "tests/\(name)")
        let tally = try tally(of: tests, dialect: Self.drafts[name])
        print("\(name): \(tally.text)")
        #expect(tally.schemas > 0)
        #expect(tally.faults.isEmpty, "\(tally.faults.joined(separator: "\n"))")
    }

    @Test("our own schemas accept their instances, and the report lists the rest")
    func own() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Goldens/JSONSchema")
        let tally = try tally(of: tests, dialect: Self.drafts["draft2020-12"])
        #expect(tally.faults.isEmpty, "\(tally.faults.joined(separator: "\n"))")
        #expect(tally.text == Self.ownTally)
    }

    private func tally(of folder: URL, dialect: String?) throws -> SuiteTally {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var tally = SuiteTally()
        for path in paths where path.hasSuffix(".json") {
            let bytes = Array(try Data(contentsOf: folder.appending(path: path)))
            let groups = try YAMLReader().read(SourceFile(path: path, bytes: bytes))
            guard case .sequence(let groups) = groups?.content else { continue }
            for group in groups {
                tally.add(try SuiteGroup(group, path: path, dialect: dialect).outcome())
            }
        }
        return tally
    }
}
