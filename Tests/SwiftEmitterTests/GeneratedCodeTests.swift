import Foundation
import SchemaLanguage
import Testing

@testable import SwiftEmitter

/// The compiler accepts generated code without a warning, in every mode that users have.
@Suite struct GeneratedCodeTests {
    static let upcoming = [
        "InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny",
    ].flatMap { ["-enable-upcoming-feature", $0] }

    static let modes: [[String]] = [[], upcoming, ["-default-isolation", "MainActor"]]

    // Skipped if no compiler is on the path.
    @Test(.enabled(if: Toolchain.compiler != nil), arguments: modes)
    func sampleCompiles(flags: [String]) throws {
        try expectCompiles(.sample, access: .public, flags)
    }

    @Test(.enabled(if: Toolchain.compiler != nil), arguments: modes)
    func shopCompiles(flags: [String]) throws {
        try expectCompiles(.shop, access: .public, flags)
    }

    @Test(
        .enabled(if: Toolchain.compiler != nil),
        arguments: [CheckedSchema.hostile, .hostileTypes]
    )
    func hostileSchemaCompiles(schema: CheckedSchema) throws {
        try expectCompiles(schema, access: .public, Self.upcoming)
    }

    @Test(
        .enabled(if: Toolchain.compiler != nil),
        arguments: [ProjectConfiguration.AccessLevel.package, .internal],
        [CheckedSchema.sample, .shop]
    )
    func otherAccessLevelsCompile(
        access: ProjectConfiguration.AccessLevel,
        schema: CheckedSchema
    ) throws {
        try expectCompiles(schema, access: access, Self.upcoming)
    }

    private func expectCompiles(
        _ schema: CheckedSchema,
        access: ProjectConfiguration.AccessLevel,
        _ flags: [String]
    ) throws {
        let compiler = try #require(Toolchain.compiler)
        let modules = try #require(Toolchain.modules, "the runtime is built with the tests")
        let emitter = try SwiftEmitter(configuration: SwiftEmitter.Configuration(access: access))
        let folder = try OutputFolder()
        try folder.write(emitter.emit(schema), into: "Generated")
        let outcome = try Toolchain.run(
            compiler,
            [
                "-typecheck", "-warnings-as-errors", "-swift-version", "6", "-package-name",
                "tests",
                "-module-name", "Generated", "-I", modules.path,
            ] + flags + folder.paths,
            in: folder.url
        )
        #expect(outcome.status == 0, "\(outcome.output.prefix(4000))")
    }
}
