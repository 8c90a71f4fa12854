import Diagnostics
import Testing
import YAMLTree

@testable import SchemaLanguage

/// What `repogen.yaml` says of its outputs.
@Suite struct ConfigurationParserTests {
    private func parse(
        _ text: String
    ) throws -> (configuration: ProjectConfiguration?, messages: [String]) {
        let file = SourceFile(path: "repogen.yaml", text: text)
        var diagnostics: [Diagnostic] = []
        let configuration = ConfigurationParser(reservedNames: ["Entity": "a type of the runtime"])
            .parse(try YAMLReader().read(file), of: file, diagnostics: &diagnostics)
        return (configuration, diagnostics.map(\.message))
    }

    @Test("grouping and conformances are those of each output")
    func outputs() throws {
        let (configuration, messages) = try parse(
            """
            outputs:
              - { output: A, grouping: schema, conforms: [Codable, MyKit.Named] }
              - { output: B, grouping: declaration, conforms: Codable }
              - { output: C }
            """
        )
        #expect(messages == [])
        let outputs = try #require(configuration).outputs
        #expect(outputs.map(\.grouping) == [.schema, .declaration, .declaration])
        #expect(outputs.map(\.conformances) == [["Codable", "MyKit.Named"], ["Codable"], []])
    }

    @Test(
        "a mistake in them is said",
        arguments: [
            (
                "grouping: schemas",
                "expected declaration or schema for grouping, found 'schemas'"
            ),
            ("conforms: [Hashable]", "Hashable comes by itself, where it makes sense"),
            ("conforms: [Codable, Codable]", "'Codable' stands twice"),
            ("conforms: [Named?]", "expected the name of a protocol, found 'Named?'"),
            ("conforms: []", "expected a list of names for conforms, found an empty list"),
            ("conforms: [Int]", "expected a protocol, found the type Int"),
        ]
    )
    func mistakes(text: String, message: String) throws {
        let (configuration, messages) = try parse("output: A\n\(text)\n")
        #expect(configuration == nil)
        #expect(messages == [message])
    }
}
