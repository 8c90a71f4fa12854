import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// Code generated from random schemas compiles and obeys the laws of conversion.
@Suite struct GeneratedLawTests {
    @Test("code generated from random schemas compiles without a warning, and obeys the laws")
    func laws() async throws {
        let settings = LawSettings.current
        let batch = try LawBatch(settings.seeds, settings: settings)
        async let others = typecheck(batch)
        let program = batch.folder.appending(path: "laws")
        let messages = try await SwiftCompiler.link(
            batch.generated + batch.drivers,
            with: [
                "LawKit", "RepositoryRuntime", "RepositoryLocal", "RepositoryNetworking",
                "RepositoryValues", "RepositoryStrategy", "TestSupport", "HTTPTypes",
                "HTTPTypesFoundation",
            ],
            to: program
        )
        try #require(messages.isEmpty, "\(excerpt(messages))\n\(LawSettings.hint)")
        let (status, output) = try await batch.run(program)
        let broken = output.split(separator: "\n").filter { $0.hasPrefix("broken:") }
        #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))\n\(LawSettings.hint)")
        #expect(status == (broken.isEmpty ? 0 : 1), "\(excerpt(String(output.suffix(2000))))")
        try await others
    }

    @Test(
        "code generated from random schemas compiles at other access levels, and grouped by schema",
        arguments: [
            SwiftEmitter.Configuration(access: .package, grouping: .schema),
            SwiftEmitter.Configuration(access: .public, grouping: .schema, isServer: true),
            SwiftEmitter.Configuration(access: .internal),
        ]
    )
    func configurations(configuration: SwiftEmitter.Configuration) async throws {
        let settings = LawSettings.current
        let seeds = settings.seeds.prefix((settings.schemaCount + 3) / 4)
        let batch = try LawBatch(Array(seeds), settings: settings, configuration)
        let messages = try await SwiftCompiler.typecheck(
            batch.generated,
            mode: .upcomingFeatures,
            flags: ["-package-name", "laws"]
        )
        #expect(messages.isEmpty, "\(excerpt(messages))")
    }

    @Test(
        "an ejected and changed template replaces the built-in one, also when grouped by schema",
        arguments: [
            ("Entity", "Creates an entity from its properties."),
            ("Reading", "Decodes a JSON object; an error contains the key path of the mismatch."),
            ("Writing", "Encodes the properties into a JSON object or a dictionary."),
        ]
    )
    func templates(name: String, sentence: String) async throws {
        let text = try #require(TemplateReference.all.first { $0.name == name }).text
        let other = "Is what a user's own template says."
        let changed = text.replacing(sentence, with: other)
        try #require(changed != text)
        let path = "Templates/\(name).mustache"
        let template = SourceFile(path: path, text: changed)
        let configuration = SwiftEmitter.Configuration(grouping: .schema, isServer: true)
        let settings = LawSettings.current
        let seeds = Array(settings.seeds.prefix((settings.schemaCount + 3) / 4))

        let builtIn = try SwiftEmitter(configuration: configuration)
        let ejected = SourceFile(path: path, text: text)
        let copy = try SwiftEmitter(configuration: configuration, userTemplates: [ejected])
        let own = try SwiftEmitter(configuration: configuration, userTemplates: [template])
        var count = 0
        for seed in seeds {
            let schema = try LawBatch.compile(RandomSchema(seed: seed))
            let files = builtIn.emit(schema)
            #expect(copy.emit(schema) == files, "seed \(seed)")
            let found = own.emit(schema)
            #expect(found.map(\.path) == files.map(\.path), "seed \(seed)")
            for (found, file) in zip(found, files) {
                let expected = file.contents.replacing(sentence, with: other)
                #expect(found.contents == expected, "seed \(seed), \(file.path)")
                if expected != file.contents { count += 1 }
            }
        }
        #expect(count > 0)

        let batch = try LawBatch(seeds, settings: settings, configuration, templates: [template])
        let messages = try await SwiftCompiler.typecheck(batch.generated, mode: .upcomingFeatures)
        #expect(messages.isEmpty, "\(excerpt(messages))")
    }

    /// Type-checks the code in the other modes in which a user may compile a module.
    private func typecheck(_ batch: LawBatch) async throws {
        for mode in SwiftCompiler.Mode.allCases where mode != .plain {
            let messages = try await SwiftCompiler.typecheck(batch.generated, mode: mode)
            #expect(messages.isEmpty, "\(mode): \(excerpt(messages))")
        }
    }

    private func excerpt(_ text: String) -> String {
        text.count > 6000 ? "\(text.prefix(6000))…" : text
    }
}
