import Diagnostics
import SchemaLanguage
import SwiftEmitter
import Testing

/// Laws of every schema that need no Swift compiler.
@Suite struct SchemaLawTests {
    @Test("a random schema has no mistakes")
    func legal() throws {
        let failures = LawSettings.current.seeds.compactMap { seed in
            Result { try LawBatch.compile(RandomSchema(seed: seed)) }.failure
        }
        #expect(failures.isEmpty, "\(failures.prefix(5).map { "\($0)" }.joined(separator: "\n"))")
    }

    @Test("random schemas contain typed and plain identities")
    func identities() throws {
        let entities = try LawSettings.current.seeds.flatMap {
            try LawBatch.compile(RandomSchema(seed: $0)).entities
        }
        #expect(Set(entities.map(\.hasTypedIdentity)).count == 2)
        let typed = entities.filter(\.hasTypedIdentity).map(\.identity.type)
        #expect(Set(typed).count > 1)
    }

    @Test("generating twice, from files in any order, gives the same bytes")
    func deterministic() throws {
        let emitter = try SwiftEmitter()
        for seed in LawSettings.current.seeds {
            let schema = RandomSchema(seed: seed)
            let once = emitter.emit(try LawBatch.compile(schema))
            #expect(emitter.emit(try LawBatch.compile(schema)) == once, "seed \(seed)")
            let reversed = RandomSchema(seed: seed, files: schema.files.reversed())
            #expect(emitter.emit(try LawBatch.compile(reversed)) == once, "seed \(seed)")
        }
    }

    @Test("formatting preserves the meaning of a schema, and is idempotent")
    func formatting() throws {
        let formatter = SchemaFormatter(.schema)
        var count = 0
        for seed in LawSettings.current.seeds {
            let schema = RandomSchema(seed: seed)
            let files = try schema.files.map { file in
                guard case .formatted(let text) = try formatter.format(file) else { return file }
                count += 1
                let formatted = SourceFile(path: file.path, text: text)
                #expect(try formatter.format(formatted) == .canonical, "seed \(seed)")
                return formatted
            }
            let formatted = RandomSchema(seed: seed, files: files)
            #expect(try LawBatch.compile(formatted) == LawBatch.compile(schema), "seed \(seed)")
        }
        #expect(count > 0)
    }
}

extension Result {
    /// The error; nil on success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
