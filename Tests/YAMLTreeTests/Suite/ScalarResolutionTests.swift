import Diagnostics
import Testing
import YAMLTree

/// The YAML project's table of scalar types in the core schema.
///
/// The data is not part of the package; without it, these tests are skipped.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is absent"))
struct ScalarResolutionTests {
    /// A row of the table: a text, perhaps tagged, and its type in the core schema.
    struct Row: CustomTestStringConvertible, Sendable {
        var input: String
        /// The type, such as `bool`; nil if the tag does not match the text.
        var type: String?
        /// The value, such as `true()`.
        var value: String?

        var testDescription: String { input }

        static let all: [Row] = {
            let bytes = SharedData.bytes(of: "yaml/scalar-resolution.yaml")
            let file = SourceFile(path: "scalar-resolution.yaml", bytes: bytes)
            let root = (try? YAMLReader().read(file)) ?? nil
            return (root?.pairs ?? []).map { pair in
                let core = pair.value.pairs?.first { column in
                    column.key.text?.split(separator: ", ").contains("core") == true
                }
                return Row(
                    input: pair.key.text ?? "",
                    type: core?.value[0]?.text,
                    value: core?.value[1]?.text
                )
            }
        }()
    }

    @Test func isComplete() {
        #expect(Row.all.count > 250)
        #expect(Row.all.count { $0.type == nil } > 40)
    }

    @Test(arguments: Row.all)
    func resolves(_ row: Row) throws {
        let file = SourceFile(path: "a.yaml", text: "- \(row.input)\n")
        guard let type = row.type else {
            let error = #expect(throws: YAMLSyntaxError.self) { try YAMLReader().read(file) }
            #expect(error?.diagnostics.map(\.rule) == [YAMLRule.tagMismatch.rawValue])
            return
        }
        let scalar = try #require(try YAMLReader().read(file)?[0]?.scalar)
        switch type {
        case "null":
            #expect(scalar.meaning == .null)
        case "bool":
            #expect(scalar.meaning == .bool(row.value == "true()"))
        case "int":
            #expect(scalar.meaning == .integer)
            #expect(scalar.integerValue == row.value.flatMap { Int($0) })
        case "float", "inf", "nan":
            #expect(scalar.meaning == .float)
            let value = try #require(scalar.floatingPointValue)
            switch row.value {
            case "nan()": #expect(value.isNaN)
            case "inf()": #expect(value == .infinity)
            case "inf-neg()": #expect(value == -.infinity)
            default: #expect(value == row.value.flatMap { Double($0) })
            }
        default:
            #expect(scalar.meaning == .string)
            #expect(scalar.text == row.value)
        }
    }
}
