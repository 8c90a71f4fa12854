import Foundation
import Testing

/// The pages about versions have the current versions.
@Suite struct VersionPolicyTests {
    private static let folder = "Sources/RepositoryRuntime/Documentation.docc"

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: DocumentedPage.root.appending(path: path), encoding: .utf8)
    }

    @Test("the policy has the version of the program, and the changelog starts with it")
    func program() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("--version", in: package.root)
        let version = run.output.trimmingCharacters(in: .newlines)
        let policy = try Self.text("\(Self.folder)/VersionPolicy.md")
        #expect(policy.contains("| the package: the program and its libraries | \(version) |"))
        let entries = try Self.text("\(Self.folder)/Changelog.md").split(separator: "\n")
            .filter { $0.hasPrefix("## ") }
        #expect(entries.first == "## \(version)")
    }

    @Test("the policy has the version of the language, and another one is rejected")
    func language() async throws {
        let policy = try Self.text("\(Self.folder)/VersionPolicy.md")
        let named = try #require(
            policy.firstMatch(of: /\| the schema language \| `repogen: (\d+)` \|/)
        )
        let version = try #require(Int(named.1))
        for (version, status) in [(version, Int32(0)), (version + 1, 1)] {
            let schema =
                "repogen: \(version)\nentities: { A: { id: Int, properties: { b: Int } } }\n"
            let package = try TemporaryPackage(["Schemas/a.yaml": schema])
            let arguments = ["validate", "--schemas", "Schemas"]
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == status, "\(run.errors)")
            #expect(run.errors.contains("Schemas/a.yaml:1:10: error:") == (status == 1))
        }
    }

    @Test("the policy names the type by which generated code and runtime check their versions")
    func runtime() throws {
        let policy = try Self.text("\(Self.folder)/VersionPolicy.md")
        let named = try #require(policy.firstMatch(of: /`(RepositoryRuntimeVersion\d+)`/)).1
        let code = try Self.text(
            "Sources/Examples/Messages/Generated/Conversations+RuntimeVersion.swift"
        )
        #expect(code.contains(" = \(named)\n"))
    }

    @Test("the policy has the minimum versions of Swift and of the platforms")
    func lowest() throws {
        let policy = try Self.text("\(Self.folder)/VersionPolicy.md")
        let manifest = try Self.text("Package.swift")
        let tools = try #require(manifest.firstMatch(of: /swift-tools-version: ([\d.]+)/)).1
        #expect(policy.contains("| Swift | \(tools) |"))
        let platforms = manifest.matches(of: /\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v(\d+)\)/)
            .map { "\($0.1) \($0.2)" }
        #expect(platforms.count == 5)
        #expect(policy.contains("| Apple's systems | \(platforms.joined(separator: ", ")) |"))
        let readme = try Self.text("README.md")
        #expect(platforms.allSatisfy { readme.contains($0) })
    }
}
