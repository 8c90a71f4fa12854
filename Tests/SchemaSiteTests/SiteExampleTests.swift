import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage
import Testing

@testable import SchemaSite

/// The examples of sites match their types.
@Suite struct SiteExampleTests {
    @Test("the example of each type is valid for the schema", arguments: SiteSources.folders)
    func examples(folder: String) throws {
        let files = try SiteSources.files(in: folder)
        let schema = try SiteSources.source(of: folder).schema
        let examples = ExampleJSON(schema)
        let entities = schema.entities.map { ($0.head, CheckedType.entity($0.head.name)) }
        let values = schema.values.map { ($0.head, CheckedType.value($0.head.name)) }
        let unions = schema.unions.map { ($0.head, CheckedType.union($0.head.name)) }
        let enums = schema.enumerations.map { ($0.head, CheckedType.enumeration($0.head.name)) }
        let scalars = schema.scalars.map { ($0.head, CheckedType.scalar($0.head.name)) }
        let types = entities + values + unions + enums + scalars
        #expect(!types.isEmpty)
        var holders = "values:\n"
        var endpoints = "endpoints:\n"
        for (index, (head, type)) in types.enumerated() {
            var name = head.name
            let api = head.api ?? schema.apis.first?.head.name
            var json = examples.value(of: type).text("    ")
            _ = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
            if case .scalar = type {
                // A scalar is not a body, but the property of one.
                holders += "  ExampleHolder\(index): { properties: { it: \(name) } }\n"
                name = "ExampleHolder\(index)"
                json = "{ \"it\": \(json) }"
            }
            endpoints += "  ExampleProbe\(index):\n    get: /probe\n    response: \(name)\n"
            if let api { endpoints += "    api: \(api)\n" }
            endpoints += "    example: \(json)\n"
        }
        let text = "repogen: 1\n" + (scalars.isEmpty ? "" : holders) + endpoints
        let probe = SourceFile(path: "probe.yaml", text: text)
        let (_, diagnostics) = SchemaCompiler().compile(files + [probe])
        let found = diagnostics.filter { $0.range.path == probe.path }
        #expect(found.isEmpty, "\(DiagnosticPrinter(files: [probe]).text(for: found))")
    }

    @Test("values with quotes, line breaks and semicolons are sent as they are")
    func escapedValues() throws {
        let schema = """
            repogen: 1
            values:
              Meta:
                properties:
                  text: { type: String, example: "say \\"hi\\"; C:\\\\x" }
            endpoints:
              Post: { post: /a, query: { m: Meta }, body: { multipart: { meta: Meta, photo: file } } }

            """
        let source = SourceFile(path: "a.yaml", text: schema)
        let (checked, diagnostics) = SchemaCompiler().compile([source])
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let own = try #require(checked)
        let endpoint = try #require(own.own.endpoints.first)
        let command = CurlCommand(endpoint, nil, ExampleJSON(own)).text
        #expect(command.contains("say%20%22hi%22%3B%20C%3A%5Cx"), "\(command)")
        let json = #"{ \"text\": \"say \\\"hi\\\"; C:\\\\x\" }"#
        #expect(command.contains("-F 'meta=\"\(json)\";type=application/json'"), "\(command)")
    }

    @Test("a draft has what a client sends, and a patch only the changes")
    func purposes() throws {
        let schema = try SiteSources.source(of: "Schemas/Messages").schema
        let examples = ExampleJSON(schema)
        let whole = examples.value(ofStructure: "Message").text()
        let draft = examples.value(ofStructure: "Message", for: .draft).text()
        let patch = examples.value(ofStructure: "Message", for: .patch).text()
        #expect(whole.contains("_id") && whole.contains("sent_at"))
        #expect(!draft.contains("_id") && !draft.contains("sent_at") && draft.contains("text"))
        #expect(patch.hasPrefix("{\n  \"text\": \"") && patch.split(separator: "\n").count == 3)
    }

    @Test("documentation is escaped, except for code in backticks")
    func documentation() {
        #expect(
            HTML.documentation("a <b> & `c < d`\n\ne").markup
                == "<p>a &lt;b&gt; &amp; <code>c &lt; d</code></p>\n<p>e</p>"
        )
        #expect(HTML.spans(of: "one ` alone").markup == "one ` alone")
        #expect(HTML.documentation(nil).markup.isEmpty)
    }
}
