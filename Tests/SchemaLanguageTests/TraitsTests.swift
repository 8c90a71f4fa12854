import Diagnostics
import Testing

@testable import SchemaLanguage

/// The conformances and traits of declarations besides their properties or cases.
@Suite struct TraitsTests {
    @Test("conformances keep their order, those of the configuration first, each once")
    func conformances() throws {
        let text = """
            repogen: 1
            enums:
              Color: { cases: [red], conforms: CustomStringConvertible }
            values:
              Place: { conforms: [Named, Codable, MyKit.Other], properties: { x: Int } }
            entities:
              User: { id: Int }
            """
        let alone = try Compiled.schema(text)
        #expect(alone.enumerations[0].traits.conformances == ["CustomStringConvertible"])
        #expect(alone.values[0].traits.conformances == ["Named", "Codable", "MyKit.Other"])
        #expect(alone.entities[0].traits == .standard)
        let all = try Compiled.schema(text, conformances: ["Codable"])
        #expect(all.values[0].traits.conformances == ["Codable", "Named", "MyKit.Other"])
        #expect(all.entities[0].traits.conformances == ["Codable"])
    }

    // The trap: every type would conform to the enum.
    @Test("no declaration has the name of a protocol of the configuration")
    func shadowedProtocol() {
        let text = "repogen: 1\nenums: { Codable: { cases: [a] } }\n"
        let file = SourceFile(path: "a.yaml", text: text)
        let compiler = SchemaCompiler(conformances: ["Codable"])
        let (_, diagnostics) = compiler.compile([file])
        #expect(diagnostics.map(\.message).allSatisfy { $0.hasSuffix("but here it is an enum") })
        #expect(diagnostics.map(\.range.start.line) == [2])
    }

    @Test("a declaration that contains something not hashable is not hashable either")
    func hashability() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Loose: { hashable: false, properties: { x: Int } }
              Direct: { properties: { loose: Loose } }
              Far: { properties: { all?: "[{ String: Direct? }]" } }
              Alone: { properties: { x: Int } }
              Ring: { properties: { next?: Ring, far: Far } }
            entities:
              Owner: { id: Int, properties: { ring?: Ring } }
              Sender: { id: Int, properties: { loose: { type: Loose, writeOnly: true } } }
            """
        )
        #expect(schema.values.map(\.traits.isHashable) == [false, false, false, true, false])
        #expect(schema.entities.map(\.traits.isHashable) == [false, true])
    }

    @Test("unknown keys are ignored unless they must be kept")
    func unknownKeys() throws {
        let schema = try Compiled.schema(
            """
            repogen: 1
            values:
              Kept: { unknownKeys: keep, properties: { x: Int } }
              Ignored: { unknownKeys: ignore, properties: { x: Int } }
            entities:
              User: { id: Int, unknownKeys: keep }
              Other: { id: Int }
            """
        )
        #expect(schema.values.map(\.traits.keepsUnknownKeys) == [true, false])
        #expect(schema.entities.map(\.traits.keepsUnknownKeys) == [true, false])
    }
}
