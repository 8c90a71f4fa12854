import Foundation
import SchemaLanguage
import TestSupport
import Testing

@testable import SwiftEmitter

/// The compiler accepts generated code without a warning, in every mode that users have.
@Suite struct GeneratedCodeTests {
    @Test(arguments: SwiftCompiler.Mode.allCases)
    func sampleCompiles(mode: SwiftCompiler.Mode) async throws {
        try await expectCompiles(.sample, mode)
    }

    @Test(arguments: SwiftCompiler.Mode.allCases)
    func shopCompiles(mode: SwiftCompiler.Mode) async throws {
        try await expectCompiles(.shop, mode)
    }

    @Test(arguments: [CheckedSchema.hostile, .hostileTypes])
    func hostileSchemaCompiles(schema: CheckedSchema) async throws {
        try await expectCompiles(schema, .upcomingFeatures)
    }

    @Test(
        arguments: [ProjectConfiguration.AccessLevel.package, .internal],
        [CheckedSchema.sample, .shop]
    )
    func otherAccessLevelsCompile(
        access: ProjectConfiguration.AccessLevel,
        schema: CheckedSchema
    ) async throws {
        try await expectCompiles(schema, access: access, .upcomingFeatures)
    }

    private func expectCompiles(
        _ schema: CheckedSchema,
        access: ProjectConfiguration.AccessLevel = .public,
        _ mode: SwiftCompiler.Mode
    ) async throws {
        let emitter = try SwiftEmitter(configuration: SwiftEmitter.Configuration(access: access))
        let folder = try OutputFolder()
        try folder.write(emitter.emit(schema), into: "Generated")
        let files = folder.paths.map { folder.url.appending(path: $0) }
        let messages = try await SwiftCompiler.typecheck(
            files,
            mode: mode,
            flags: ["-package-name", "tests"]
        )
        // It deletes the files with itself.
        withExtendedLifetime(folder) {}
        #expect(messages.isEmpty, "\(messages.prefix(4000))")
    }
}
