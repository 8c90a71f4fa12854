import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage
import ServiceModel
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

    /// The command of the only endpoint of a schema.
    private func command(_ schema: String) throws -> String {
        let source = SourceFile(path: "a.yaml", text: schema)
        let (checked, diagnostics) = SchemaCompiler().compile([source])
        let own = try #require(checked, "\(diagnostics)")
        let endpoint = try #require(own.own.endpoints.first)
        return CurlCommand(endpoint, own.apis.first, ExampleJSON(own)).text
    }

    @Test("objects in a multipart body are parts of JSON, and other values are text")
    func multipart() throws {
        let schema = """
            repogen: 1
            values:
              Place: { properties: { city: { type: String, example: Bonn } } }
              Upload:
                properties:
                  title: { type: String, example: one }
                  tags: { type: "[String]", example: [a, b] }
                  place: Place
                  places: { type: "[Place]", example: [{ city: Rome }] }
            endpoints: { Post: { post: /a, body: { multipart: Upload } } }

            """
        let command = try command(schema)
        for part in [
            "--form-string 'title=one'", "--form-string 'tags=a'", "--form-string 'tags=b'",
            #"-F 'place="{ \"city\": \"Bonn\" }";type=application/json'"#,
            #"-F 'places="[ { \"city\": \"Rome\" } ]";type=application/json'"#,
        ] {
            #expect(command.contains(part), "\(part)\n\(command)")
        }
        #expect(!command.contains("place["), "\(command)")
    }

    @Test("a parameter of a request replaces the constant of its API with the same name")
    func constants() throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                query: { lang: en, "a,b": 1 }
                headers: { X-Client: app, X-Other: "1" }
            endpoints:
              List: { get: /a, query: { lang: Int }, headers: { x-client: Int }, response: text }

            """
        let command = try command(schema)
        #expect(command.components(separatedBy: "lang=").count == 2, "\(command)")
        #expect(!command.contains("lang=en") && command.contains("?a,b=1&lang="), "\(command)")
        #expect(!command.contains("X-Client: app") && command.contains("-H 'x-client: "))
        #expect(command.contains("-H 'X-Other: 1'"))
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

    @Test(
        "the Markdown of documentation becomes HTML",
        arguments: [
            ("a <b> & `c < d`\n\ne", "<p>a &lt;b&gt; &amp; <code>c &lt; d</code></p>\n<p>e</p>"),
            ("one ` alone, ``two``", "<p>one ` alone, <code>two</code></p>"),
            ("``a ` b``", "<p><code>a ` b</code></p>"),
            ("# Title #1\ntext", "<p><strong>Title #1</strong></p>\n<p>text</p>"),
            (
                "Either:\n- a\n  b\n\n- c\n\nd",
                "<p>Either:</p>\n<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>\n<p>d</p>"
            ),
            ("1. a\n2) b\n* c", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<ul>\n<li>c</li>\n</ul>"),
            ("**a *b*** 2 * 3 \\*c*", "<p><strong>a *b</strong>* 2 * 3 *c*</p>"),
            ("*a* **b `c`**", "<p><em>a</em> <strong>b <code>c</code></strong></p>"),
            (
                "[the `docs`](https://a.b/?c&d) <https://e.f> [no](javascript:g) <b@c>",
                #"<p><a href="https://a.b/?c&amp;d">the <code>docs</code></a> "#
                    + #"<a href="https://e.f">https://e.f</a> [no](javascript:g) &lt;b@c&gt;</p>"#
            ),
            (
                "a\n```json\n{ \"b\": [1] }\n\n```\nc",
                "<p>a</p>\n<pre tabindex=\"0\"><code>{ &quot;b&quot;: [1] }\n</code></pre>\n<p>c</p>"
            ),
            (
                "```let x = 1``` is code.\nStays",
                "<p><code>let x = 1</code> is code.\nStays</p>"
            ),
            ("````\n```\n````\nb", "<pre tabindex=\"0\"><code>```</code></pre>\n<p>b</p>"),
            (
                "[old]: see [the *guide*](https://e.f/a_(b))",
                #"<p>[old]: see <a href="https://e.f/a_(b)">the *guide*</a></p>"#
            ),
            ("changed in\n2024. It is", "<p>changed in\n2024. It is</p>"),
            (
                "3. a\n\n   more\n\n4. b",
                "<ol start=\"3\">\n<li>a\nmore</li>\n<li>b</li>\n</ol>"
            ),
            ("~~~\nopen", "<pre tabindex=\"0\"><code>open</code></pre>"),
            ("\r\n \r\n", ""),
        ]
    )
    func markdown(text: String, html: String) {
        #expect(HTML.documentation(text).markup == html)
    }

    @Test(
        "Markdown that never ends is converted quickly",
        arguments: ["[", "*a", "a`", "a ``", "<", "**", "[a]("]
    )
    func endlessMarkdown(text: String) {
        let many = String(repeating: text, count: 2000)
        #expect(HTML.documentation(many).markup.count >= many.count)
    }
}
