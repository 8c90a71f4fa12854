import Diagnostics
import SchemaLanguage
import SwiftEmitter
import Testing

/// The amount of code generated from types that contain one another.
@Suite struct ConnectedTypesTests {
    /// The arrangement of entities that contain one another.
    enum Shape: CaseIterable {
        case ring, chain, arrays, mesh

        func properties(_ number: Int, of count: Int) -> String {
            func entity(_ number: Int) -> String { "E\(number % count)" }
            switch self {
            case .ring: return "n?: \(entity(number + 1))"
            case .chain: return number + 1 < count ? "n?: \(entity(number + 1))" : "b: Int"
            case .arrays: return "n: [\(entity(number + 1))]"
            case .mesh:
                return [1, 7, 31].map { "n\($0)?: \(entity(number + $0))" }.joined(separator: ", ")
            }
        }
    }

    private func size(_ shape: Shape, _ count: Int) throws -> Int {
        let entities = (0..<count).map { number in
            "  E\(number): { id: Int, properties: { \(shape.properties(number, of: count)) } }\n"
        }
        let file = SourceFile(
            path: "a.yaml",
            text: "repogen: 1\nentities:\n" + entities.joined()
        )
        let (schema, diagnostics) = SchemaCompiler().compile([file])
        let checked = try #require(schema, "\(diagnostics.first?.message ?? "")")
        return try SwiftEmitter().emit(checked).map(\.contents.utf8.count)
            .reduce(0, +)
    }

    @Test(
        "the size of the output grows linearly with the number of connected types",
        arguments: Shape.allCases
    )
    func isLinear(shape: Shape) throws {
        let (one, two) = (try size(shape, 100), try size(shape, 200))
        #expect(Double(two) < 2.1 * Double(one))
    }
}
