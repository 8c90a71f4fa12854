import Diagnostics
import SchemaLanguage
import Templates
import Testing

@testable import SwiftEmitter

@Suite struct TemplateCheckTests {
    @Test func builtInTemplatesHaveNoMistakes() throws {
        _ = try SwiftEmitter()
    }

    @Test(arguments: [
        ("a\n  {{nmae}}", 2, 3, "unknown name 'nmae'", "did you mean 'name'?"),
        ("{{#doc}}{{/doc}}", 1, 1, "unknown name 'doc'", "did you mean 'docs'?"),
        ("{{> Haeder}}", 1, 1, "unknown name 'Haeder'", "did you mean 'Header'?"),
        (
            "{{ xyzzy }}", 1, 1, "unknown name 'xyzzy'",
            "`repogen templates vocabulary Entity` lists the names allowed here"
        ),
        ("{{#access}}{{/access}}", 1, 1, "'access' is text, not a section", nil),
        ("{{#name}}{{/name}}", 1, 1, "'name' is text, not a section", nil),
        ("{{draft}}", 1, 1, "'draft' is a section, not text", nil),
        (
            "{{#draft}}{{fieldz}}{{/draft}}", 1, 11, "unknown name 'fieldz'",
            "did you mean 'fields'?"
        ),
        ("{{#docs}}", 1, 1, "'{{#docs}}' without '{{/docs}}'", nil),
        ("{{#docs}}{{/name}}{{/docs}}", 1, 10, "expected '{{/docs}}', found '{{/name}}'", nil),
        ("{{/docs}}", 1, 1, "expected no end of a section, found '{{/docs}}'", nil),
        ("{{name", 1, 1, "'{{' without '}}'", nil),
        ("{{> Entity}}", 1, 1, "the template 'Entity' includes itself", nil),
    ])
    func mistakesAreReported(
        text: String,
        line: Int,
        column: Int,
        message: String,
        hint: String?
    ) throws {
        let diagnostics = try mistakes(in: text)
        try #require(diagnostics.count == 1, "\(diagnostics)")
        #expect(diagnostics[0].range.path == "Entity.mustache")
        #expect(diagnostics[0].range.start == SourcePosition(line: line, column: column))
        #expect(diagnostics[0].message == message)
        #expect(diagnostics[0].hint == hint)
    }

    @Test func sectionsAreNestedToSomeDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{{#docs}}", count: depth)
                + String(repeating: "{{/docs}}", count: depth)
        }
        #expect(try mistakes(in: nested(64)).isEmpty)
        let diagnostics = try mistakes(in: nested(100_000))
        #expect(diagnostics.map(\.message) == ["expected at most 64 nested sections"])
    }

    @Test func aLargeTemplateIsRefused() {
        let file = SourceFile(
            path: "T/Value.mustache",
            bytes: Array(repeating: UInt8(ascii: "x"), count: 1 << 20 + 1)
        )
        #expect(throws: TemplateError.self) { try SwiftEmitter(userTemplates: [file]) }
    }

    @Test(arguments: [ProjectConfiguration.Grouping.declaration, .schema])
    func aHeaderMayNameWhatItIsIncludedIn(grouping: ProjectConfiguration.Grouping) {
        let file = SourceFile(path: "T/Header.mustache", text: "// {{name}}\n{{imports}}\n")
        let configuration = SwiftEmitter.Configuration(grouping: grouping)
        var isRefused = false
        do {
            _ = try SwiftEmitter(configuration: configuration, userTemplates: [file])
        } catch {
            isRefused = true
        }
        // A file with many declarations has no name.
        #expect(isRefused == (grouping == .schema))
    }

    /// Any template of a user is either rejected with a position, or rendered.
    @Test func anyTemplateIsRefusedOrRendered() throws {
        let pieces = [
            "{{name}}", "{{#docs}}", "{{/docs}}", "{{^draft}}", "{{#draft}}", "{{/draft}}",
            "{{> Header}}", "{{> Writing}}", "{{! x }}", "\n", "  ", "\t", "{", "}", "{{", "}}",
            "\r\n", "\"\"\"", "x", "{{ fields }}", "{{>Conversions}}", "{{\nname }}", "é",
        ]
        var accepted = 0
        for seed in 1...400 {
            var state = UInt64(seed)
            let text = (0..<(seed % 12 + 1)).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return pieces[Int(state >> 33) % pieces.count]
            }.joined()
            let file = SourceFile(path: "T/Entity.mustache", text: text)
            do {
                let emitter = try SwiftEmitter(userTemplates: [file])
                #expect(!emitter.emit(.sample).isEmpty)
                accepted += 1
            } catch {
                #expect(!error.diagnostics.isEmpty)
                for diagnostic in error.diagnostics {
                    #expect(diagnostic.range.path == "T/Entity.mustache", "\(text)")
                    #expect(!diagnostic.message.hasPrefix("Mustache"), "\(text): \(diagnostic)")
                }
            }
        }
        #expect(accepted > 20)
    }

    @Test(arguments: [
        "{{{name}}}", "{{&name}}", "{{=<% %>=}}", "{{$name}}", "{{capitalized(name)}}",
    ])
    func onlyCoreMustacheIsSupported(text: String) throws {
        let diagnostics = try mistakes(in: text)
        #expect(diagnostics.first?.message.contains("is not supported") == true)
    }

    @Test(arguments: [
        "{{! any comment }}{{name}}", "{{#docs}}{{docs}}{{/docs}}", "{{^docs}}{{tool}}{{/docs}}",
        "{{#draft}}{{name}} {{members}}{{/draft}}", "{{> Conversions}}\n",
        "{{access}}struct {{name}}",
    ])
    func legalUsesAreNot(text: String) throws {
        #expect(try mistakes(in: text).isEmpty)
    }

    @Test func anInvertedSectionHasNoNamesOfItsModel() throws {
        #expect(try mistakes(in: "{{#draft}}{{arguments}}{{/draft}}").isEmpty)
        let diagnostics = try mistakes(in: "{{^draft}}{{arguments}}{{/draft}}")
        #expect(diagnostics.map(\.message) == ["unknown name 'arguments'"])
    }

    @Test func aMistakeInAPartIsReportedOnce() throws {
        let parts = TemplateLibrary.builtIn.map {
            $0.name == "Header" ? Template(name: "Header", text: "{{imprts}}\n") : $0
        }
        let diagnostics = mistakes(parts)
        #expect(diagnostics.map(\.message) == ["unknown name 'imprts'"])
        #expect(diagnostics.first?.range.path == "Header.mustache")
    }

    @Test func everyTemplateHasToBeThere() {
        let diagnostics = mistakes(TemplateLibrary.builtIn.filter { $0.name != "Mock" })
        #expect(diagnostics.map(\.range.path) == ["Mock.mustache"])
    }

    @Test func htmlIsNotEscaped() throws {
        let templates = TemplateLibrary.builtIn.map {
            $0.name == "Value" ? Template(name: "Value", text: "<{{name}}&\n") : $0
        }
        let renderer = try TemplateRenderer(templates, constants: ["access": "", "tool": ""])
        let skeleton = renderer.skeleton(of: .value, without: [])
        #expect(skeleton.filled(with: NamedModel(name: "A<B>")) == "<A<B>&\n")
    }

    private func mistakes(in text: String) throws -> [Diagnostic] {
        mistakes(
            TemplateLibrary.builtIn.map {
                $0.name == "Entity" ? Template(name: "Entity", text: text) : $0
            }
        )
    }

    private func mistakes(_ templates: [Template]) -> [Diagnostic] {
        do throws(TemplateError) {
            _ = try SwiftEmitter(
                configuration: SwiftEmitter.Configuration(),
                templates: templates
            )
            return []
        } catch {
            return error.diagnostics
        }
    }
}

private struct NamedModel: ViewModel {
    static let vocabulary = TemplateVocabulary(text: ["name": "A name."])
    let name: String

    func block(named: String) -> Block? { named == "name" ? Block(text: name) : nil }
}
