import Diagnostics
import SchemaDiagram
import SchemaLanguage
import Testing

/// Schemas of any size with all features of diagrams, deterministic by number.
struct SampleSchema {
    private var state: UInt64
    private let count: Int

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - count: The total number of entities, values and enums.
    ///   - seed: The seed of the sample.
    init(count: Int, seed: UInt64 = 7) {
        self.count = count
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    private mutating func random(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    /// The schemas, of about fifty declarations each.
    mutating func files() -> [SourceFile] {
        let perFile = 50
        let files = (count + perFile - 1) / perFile
        var entities: [String] = []
        var sources: [SourceFile] = []
        for file in 0..<files {
            var kinds: [[String]] = [[], [], []]
            for index in 0..<min(perFile, count - file * perFile) {
                let kind = index < 3 ? index : random(3)
                kinds[kind].append("\(["Order", "Address", "State"][kind])\(file)of\(index)")
            }
            entities += kinds[0]
            var text = "repogen: 1\n"
            if file == 0 { text += "apis: { Main: { baseURL: 'https://example.com/v1' } }\n" }
            text += "enums:\n"
            for name in kinds[2] { text += "  \(name): { cases: [open, closed] }\n" }
            text += "values:\n"
            for (index, name) in kinds[1].enumerated() {
                let inner = Array(kinds[1][(index + 1)...])
                text += "  \(name):\n    properties:\n"
                text += properties(inner, kinds[2], entities)
            }
            text += "entities:\n"
            for name in kinds[0] {
                text += "  \(name):\n    id: Int\n    properties:\n"
                text += properties(kinds[1], kinds[2], entities)
            }
            text += "repositories:\n"
            for name in kinds[0].prefix(6) {
                text += "  \(name)s: { entity: \(name), path: \(name), local: sqlite }\n"
            }
            sources.append(SourceFile(path: "Schemas/part\(file).yaml", text: text))
        }
        return sources
    }

    private mutating func properties(
        _ values: [String],
        _ enums: [String],
        _ entities: [String]
    ) -> String {
        (0..<(2 + random(8))).map { index in
            let type: String
            switch random(10) {
            case 0..<5: type = ["String", "Int", "Date", "[String]", "Bool"][random(5)]
            case 5 where !enums.isEmpty: type = enums[random(enums.count)]
            case 6, 7:
                let name = values.isEmpty ? "String" : values[random(values.count)]
                type = [name, "[\(name)]", "\(name)?"][random(3)]
            default: type = entities[random(entities.count)] + ".ID"
            }
            return "      property\(index): { type: \"\(type)\" }\n"
        }
        .joined()
    }

    /// The sources of diagrams of the schemas.
    mutating func sources() throws -> [DiagramSource] { try Self.sources(of: files()) }

    /// The source of diagrams of valid schemas.
    static func sources(of files: [SourceFile]) throws -> [DiagramSource] {
        let (schema, diagnostics) = SchemaCompiler().compile(files)
        let text = DiagnosticPrinter(files: files).text(for: diagnostics)
        return [
            DiagramSource(
                schema: try #require(schema, "\(text)"),
                places: DeclarationPlaces(of: files)
            )
        ]
    }
}
