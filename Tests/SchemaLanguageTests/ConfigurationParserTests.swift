import Diagnostics
import Testing
import YAMLTree

@testable import SchemaLanguage

/// The outputs that `repogen.yaml` declares.
@Suite struct ConfigurationParserTests {
    private func parse(
        _ text: String
    ) throws -> (configuration: ProjectConfiguration?, messages: [String]) {
        let (configuration, diagnostics) = try diagnostics(text)
        return (configuration, diagnostics.map(\.message))
    }

    private func diagnostics(
        _ text: String
    ) throws -> (configuration: ProjectConfiguration?, diagnostics: [Diagnostic]) {
        let file = SourceFile(path: "repogen.yaml", text: text)
        var diagnostics: [Diagnostic] = []
        let configuration = ConfigurationParser(reservedNames: ["Entity": "a type of the runtime"])
            .parse(try YAMLReader().read(file), of: file, diagnostics: &diagnostics)
        return (configuration, diagnostics)
    }

    @Test("each output has its own grouping, conformances and server setting")
    func outputs() throws {
        let (configuration, messages) = try parse(
            """
            outputs:
              - { output: A, grouping: schema, conforms: [Codable, MyKit.Named] }
              - { output: B, grouping: declaration, conforms: Codable, server: true }
              - { output: C }
            """
        )
        #expect(messages == [])
        let outputs = try #require(configuration).outputs
        #expect(outputs.map(\.grouping) == [.schema, .declaration, .declaration])
        #expect(outputs.map(\.isServer) == [false, true, false])
        #expect(outputs.map(\.conformances) == [["Codable", "MyKit.Named"], ["Codable"], []])
    }

    @Test("a budget has limits for all files and for a declaration, each at its place")
    func budgets() throws {
        let (configuration, messages) = try parse(
            """
            output: A
            budget:
              files: 3
              lines: 20
              compile: 2 s
              declaration: { bytes: 400, compile: 30ms }
            """
        )
        #expect(messages == [])
        let budget = try #require(configuration?.outputs.first?.budget)
        #expect(budget.files?.value == 3 && budget.files?.range.start.line == 3)
        #expect(budget.all.lines?.value == 20 && budget.all.bytes == nil)
        #expect(budget.all.compile?.value == 2_000)
        #expect(budget.declaration.bytes?.value == 400 && budget.declaration.lines == nil)
        #expect(budget.declaration.compile?.value == 30)
        #expect(budget.declaration.compile?.range.start.line == 6)
        #expect(try parse("output: A").configuration?.outputs.first?.budget == nil)
    }

    @Test(
        "a mistake in a budget is reported",
        arguments: [
            ("{}", "the budget sets no limit"),
            ("{ declaration: {} }", "the budget sets no limit"),
            ("5", "expected a mapping for the budget, found the number 5"),
            ("{ lines: 0 }", "expected an integer from 1 for the budget of lines"),
            ("{ files: many }", "expected an integer from 1 for the budget of files"),
            (
                "{ compile: 5 }",
                "expected a duration such as 5 s for the budget of compile, found '5'"
            ),
            ("{ compile: 1.5 s }", "expected a duration such as 5 s"),
            ("{ compile: 0 ms }", "expected a duration such as 5 s"),
            ("{ compile: 1000000 s }", "expected a duration such as 5 s"),
            ("{ compile: [5] }", "expected a duration such as 5 s"),
            ("{ line: 5 }", "unknown key 'line'"),
            ("{ declaration: { files: 1 } }", "unknown key 'files'"),
        ]
    )
    func wrongBudgets(_ text: String, _ message: String) throws {
        let (configuration, messages) = try parse("output: A\nbudget: \(text)\n")
        #expect(configuration == nil)
        #expect(messages.count == 1 && messages.allSatisfy { $0.contains(message) }, "\(messages)")
    }

    @Test(
        "a mistake in these settings is reported",
        arguments: [
            (
                "grouping: schemas",
                "expected declaration or schema for grouping, found 'schemas'"
            ),
            ("server: yes", "expected true or false for server, found the string 'yes'"),
            ("conforms: [Hashable]", "Hashable is added automatically where it fits"),
            ("conforms: [Codable, Codable]", "'Codable' is listed twice"),
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

    @Test("settings of a single output are rejected next to a list of outputs")
    func besideOutputs() throws {
        let (configuration, diagnostics) = try diagnostics(
            """
            output: A
            access: internal
            outputs:
              - { output: B }
            """
        )
        #expect(configuration == nil)
        #expect(
            diagnostics.map(\.message) == [
                "'output' cannot be used next to 'outputs': each output sets its own",
                "'access' cannot be used next to 'outputs': each output sets its own",
            ]
        )
        #expect(diagnostics.map(\.range.start.line) == [1, 2])
        #expect(diagnostics.flatMap(\.notes).map(\.range.start.line) == [3, 3])
    }

    @Test(
        "nested outputs are reported at the second one",
        arguments: [
            (
                "Sources/A/Inner",
                "the outputs 'Sources/A/Inner' and 'Sources/A' are nested"
            ),
            ("Sources", "the outputs 'Sources' and 'Sources/A' are nested"),
            (
                "Sources/./A",
                "two outputs use the folder 'Sources/A', and each would delete the "
                    + "other's files"
            ),
            (
                "Other/../Sources/A/",
                "two outputs use the folder 'Other/../Sources/A', and each would delete the "
                    + "other's files"
            ),
        ]
    )
    func nestedOutputs(output: String, message: String) throws {
        let text = "outputs:\n  - output: Sources/A\n  - output: Sources/B\n  - output: \(output)\n"
        let (configuration, diagnostics) = try diagnostics(text)
        #expect(configuration == nil)
        #expect(diagnostics.map(\.message).first == message)
        let found = try #require(diagnostics.first)
        #expect(found.range.start == SourcePosition(line: 4, column: 13))
        #expect(found.notes.map(\.range.start) == [SourcePosition(line: 2, column: 13)])
    }
}
