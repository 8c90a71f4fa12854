import Foundation
import Testing

/// `repogen diff` with unusual paths in the configuration.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct DiffPathTests {
    private static let schema = "repogen: 1\nvalues: { V: { properties: { x: Int } } }\n"

    private func expectDifference(_ repository: GitPackage) async throws {
        let changed = Self.schema.replacing("Int", with: "String")
        try repository.package.write(changed, to: "s.yaml")
        let run = try await repository.repogen("diff", status: 3)
        #expect(run.errors.contains("V.x: Int → String"), "\(run.errors)")
    }

    @Test("the schemas may be in the folder of the repository")
    func root() async throws {
        let files = ["repogen.yaml": "schemas: .\noutput: G\n", "s.yaml": Self.schema]
        // The configuration is no schema.
        let repository = try await GitPackage(files, generates: false)
        let run = try await repository.repogen("diff")
        #expect(!run.errors.contains("pathspec"), "\(run.errors)")
    }

    @Test("an absolute path is read from the revision")
    func absolute() async throws {
        let repository = try await GitPackage(["s.yaml": Self.schema], generates: false)
        let path = repository.root.appending(path: "s.yaml").path
        try repository.package.write("schemas: \(path)\noutput: G\n", to: "repogen.yaml")
        try await repository.commit("configured")
        try await expectDifference(repository)
    }

    @Test("the configuration may be a link")
    func link() async throws {
        let files = ["conf/repogen.yaml": "schemas: s.yaml\noutput: G\n", "s.yaml": Self.schema]
        let repository = try await GitPackage(files, generates: false)
        try FileManager.default.createSymbolicLink(
            atPath: repository.root.appending(path: "repogen.yaml").path,
            withDestinationPath: "conf/repogen.yaml"
        )
        try await repository.commit("linked")
        try await expectDifference(repository)
    }

    @Test("the folder of one of several outputs may be renamed")
    func renamedFolder() async throws {
        let configuration = """
            outputs:
              - { schemas: s.yaml, output: G }
              - { schemas: other.yaml, output: H }

            """
        let other = "repogen: 1\nvalues: { W: { properties: { y: Int } } }\n"
        let files = ["repogen.yaml": configuration, "s.yaml": Self.schema, "other.yaml": other]
        let repository = try await GitPackage(files, generates: false)
        let renamed = configuration.replacing("output: G", with: "output: Sources/G")
        try repository.package.write(renamed, to: "repogen.yaml")
        let unchanged = try await repository.repogen("diff")
        #expect(!unchanged.errors.contains("removed"), "\(unchanged.errors)")
        try await expectDifference(repository)
    }

    @Test("a default that ends in a backslash or a quote hides no change after it")
    func rawStrings() async throws {
        for text in [#"'C:\'"#, #"'say "'"#] {
            let schema =
                "repogen: 1\nvalues:\n  V:\n    properties:\n      drive: { type: String, "
                + "default: \(text) }\n"
            let files = ["repogen.yaml": "schemas: s.yaml\noutput: G\n", "s.yaml": schema]
            let repository = try await GitPackage(files, generates: false)
            try repository.package.write(schema + "      extra: String\n", to: "s.yaml")
            let run = try await repository.repogen("diff", status: 3)
            #expect(run.errors.contains("V.init: needs 'extra', breaking"), "\(run.errors)")
        }
    }
}
