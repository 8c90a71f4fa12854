import Foundation
import TestSupport
import Testing

/// Several outputs that are compiled into one module.
@Suite struct SharedModuleTests {
    private static let configuration = """
        outputs:
          - { schemas: Schemas/One, output: Sources/App/One }
          - { schemas: Schemas/Two, output: Sources/App/Two }
          - { schemas: Schemas/Three, output: Sources/Kit }

        """

    private func package(_ configuration: String = configuration) throws -> TemporaryPackage {
        var files = ["repogen.yaml": configuration]
        for name in ["One", "Two", "Three"] {
            files["Schemas/\(name)/schema.yaml"] = """
                repogen: 1
                apis: { \(name)API: { baseURL: https://example.com } }
                entities: { \(name): { id: String, properties: { text: String } } }
                repositories: { \(name)Repository: { entity: \(name), path: all } }

                """
        }
        return try TemporaryPackage(files)
    }

    private func checks(in package: TemporaryPackage) -> [String] {
        ["Sources/App/One", "Sources/App/Two", "Sources/Kit"].filter {
            package.exists("\($0)/RuntimeVersion.swift")
        }
    }

    @Test("two outputs in one module compile: only the first checks the version of the runtime")
    func compile() async throws {
        let package = try package()
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(checks(in: package) == ["Sources/App/One", "Sources/Kit"])
        let files = try ["One", "Two"].flatMap { name in
            try package.contents(of: "Sources/App/\(name)").keys.sorted().map {
                package.root.appending(path: "Sources/App/\(name)/\($0)")
            }
        }
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(files, mode: mode)
            #expect(messages.isEmpty, "\(mode): \(messages)")
        }
    }

    @Test("each module has its own check, if the configuration names the modules")
    func named() async throws {
        let package = try package(
            Self.configuration.replacing(
                "output: Sources/App/Two",
                with: "output: Sources/App/Two, module: Two"
            )
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(checks(in: package) == ["Sources/App/One", "Sources/App/Two", "Sources/Kit"])
    }
}
