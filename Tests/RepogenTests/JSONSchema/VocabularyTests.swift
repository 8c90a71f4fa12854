import Diagnostics
import Testing
import YAMLTree

@testable import SchemaLanguage

/// The table of keys matches the parsers exactly.
@Suite struct VocabularyTests {
    /// A text with `@` for additional keys of a form.
    struct Probe: CustomTestStringConvertible, Sendable {
        let form: String
        let texts: [String]
        var isConfiguration = false
        /// Whether a word may need one text or the other.
        var hasTextsForWords = false

        var testDescription: String { form }
    }

    private static let schema = "repogen: 1\n"

    /// Texts that reach each form; a form with several variants has one for each.
    static let probes =
        [
            Probe(form: "schema", texts: [schema + "@: 1\n"]),
            Probe(form: "api", texts: [schema + "apis: { A: { @: 1 } }"]),
            Probe(
                form: "authentication",
                texts: [schema + "apis: { A: { authentication: { header: A, @: 1 } } }"]
            ),
            Probe(
                form: "enum",
                texts: ["{ a: 1 }", "[a]"].map { schema + "enums: { A: { cases: \($0), @: 1 } }" },
                hasTextsForWords: true
            ),
            Probe(form: "case", texts: [schema + "enums: { A: { cases: { a: { @: 1 } } } }"]),
            Probe(form: "scalar", texts: [schema + "scalars: { A: { swift: Int, @: 1 } }"]),
            Probe(form: "union", texts: [schema + "unions: { A: { cases: { a: Int }, @: 1 } }"]),
            Probe(
                form: "unionCase",
                texts: [schema + "unions: { A: { cases: { a: { type: Int, @: 1 } } } }"]
            ),
            Probe(form: "mixin", texts: [schema + "mixins: { A: { @: 1 } }"]),
            Probe(form: "value", texts: [schema + "values: { A: { @: 1 } }"]),
            Probe(form: "entity", texts: [schema + "entities: { A: { id: Int, @: 1 } }"]),
            Probe(
                form: "identity",
                texts: [schema + "entities: { A: { id: { type: Int, @: 1 } } }"]
            ),
            Probe(
                form: "property",
                texts: [schema + "values: { A: { properties: { a: { type: Int, @: 1 } } } }"]
            ),
            Probe(
                form: "formerProperty",
                texts: [
                    schema
                        + "values: { A: { properties: { a: { type: Int, was: { @: 1 } } } } }"
                ]
            ),
            Probe(
                form: "parameter",
                texts: ["headers", "query"].map {
                    schema + "endpoints: { A: { get: /a, \($0): { a: { type: Int, @: 1 } } } }"
                }
            ),
            Probe(
                form: "field",
                texts: ["responseHeaders: { $ }", "body: { form: { $ } }"].map {
                    let field = $0.replacing("$", with: "a: { type: Int, @: 1 }")
                    return schema + "endpoints: { A: { post: /a, \(field) } }"
                }
            ),
            Probe(
                form: "pathParameter",
                texts: [
                    schema + "endpoints: { A: { get: '/{a}', path: { a: { type: Int, @: 1 } } } }"
                ]
            ),
            Probe(form: "endpoint", texts: [schema + "endpoints: { A: { get: /a, @: 1 } }"]),
            Probe(
                form: "body",
                texts: [
                    "json: Int", "form: B", "multipart: B", "text: text/csv", "bytes: a/b",
                    "file: a/b", "chunks: a/b", "jsonLines: Int", "jsonSequence: Int",
                ].map {
                    schema + "endpoints: { A: { post: /a, body: { \($0), @: 1 } } }"
                } + [schema + "endpoints: { A: { post: /a, body: { form: B, @: 1 } } }"]
            ),
            Probe(
                form: "response",
                texts: [
                    "json: Int", "form: B", "text: text/csv", "bytes: a/b", "file: a/b",
                    "chunks: a/b", "events: Int, until: x", "jsonLines: Int", "jsonSequence: Int",
                ].map {
                    schema + "endpoints: { A: { get: /a, response: { \($0), @: 1 } } }"
                }
            ),
            Probe(
                form: "repository",
                texts: [
                    schema + "repositories: { A: { operations: { a: B }, @: 1 } }",
                    schema + "repositories: { A: { entity: B, path: b, @: 1 } }",
                ]
            ),
            Probe(
                form: "operation",
                texts: [
                    schema + "repositories: { A: { operations: { a: { endpoint: B, @: 1 } } } }"
                ]
            ),
            Probe(
                form: "keep",
                texts: [schema + "repositories: { A: { entity: B, path: b, keep: { @: 1 } } }"]
            ),
            Probe(
                form: "file",
                texts: [
                    "repogen: 1\nentities: { A: { id: Int, properties: { b: { type: String, file: { @: 1 } } } } }"
                ]
            ),
            Probe(
                form: "strategy",
                texts: [schema + "repositories: { A: { entity: B, path: b, strategy: { @: 1 } } }"]
            ),
            Probe(
                form: "rule",
                texts: [
                    schema
                        + "repositories: { A: { entity: B, path: b, strategy: { find: { @: 1 } } } }"
                ]
            ),
            Probe(
                form: "configuration",
                texts: ["output: A\n@: 1\n", "outputs: [{ output: A }]\n@: 1\n"],
                isConfiguration: true
            ),
            Probe(form: "output", texts: ["outputs: [{ output: A, @: 1 }]"], isConfiguration: true),
            Probe(
                form: "budget",
                texts: ["output: A\nbudget: { @: 1 }\n"],
                isConfiguration: true
            ),
            Probe(
                form: "limits",
                texts: ["output: A\nbudget: { declaration: { @: 1 } }\n"],
                isConfiguration: true
            ),
        ] + conventions

    /// Texts that reach the forms of conventions.
    private static let conventions = [
        ("conventions", ["@: 1"]),
        ("media", ["media: { @: 1 }"]),
        ("envelope", ["envelope: { @: 1 }"]),
        ("requests", ["requests: { @: 1 }"]),
        ("request", ["requests: { create: { post: '{path}', @: 1 } }"]),
        (
            "paging",
            [
                "paging: { token: a, parameter: b, @: 1 }", "paging: { lastID: a, @: 1 }",
                "paging: { page: a, @: 1 }",
            ]
        ),
        ("token", ["paging: { token: { header: A, @: 1 }, parameter: b }"]),
        ("total", ["paging: { page: a, total: { header: A, @: 1 } }"]),
        ("dialect", ["query: { @: 1 }"]),
        ("filter", ["query: { filter: { @: 1 } }"]),
        ("version", ["versions: { key: a, @: 1 }"]),
        ("changes", ["changes: { parameter: a, cursor: { header: A }, @: 1 }"]),
        ("cursor", ["changes: { parameter: a, cursor: { header: A, @: 1 } }"]),
        ("errors", ["errors: { @: 1 }"]),
        ("creation", ["creation: { idempotencyKey: A, @: 1 }"]),
        ("batch", ["batch: { path: a, @: 1 }"]),
    ].map { form, texts in
        Probe(
            form: form,
            texts: texts.map { schema + "apis: { A: { conventions: { \($0) } } }" }
        )
    }

    /// Returns the keys that the parser lists in the hint for an unknown one.
    private func acceptedKeys(_ text: String, isConfiguration: Bool) throws -> Set<String> {
        // A word that resembles no key, so that the hint lists all.
        let source = SourceFile(path: "a.yaml", text: text.replacing("@", with: "qqqqqqqqqqqq"))
        let tree = try YAMLReader().read(source)
        var diagnostics: [Diagnostic] = []
        if isConfiguration {
            _ = ConfigurationParser().parse(tree, of: source, diagnostics: &diagnostics)
        } else {
            _ = SchemaParser().parse(tree, of: source, diagnostics: &diagnostics)
        }
        let unknown = diagnostics.filter { $0.rule == SchemaRule.unknownKey.rawValue }
        let hint = try #require(unknown.first?.hint, "\(diagnostics)")
        #expect(unknown.count == 1)
        let list = try #require(
            hint.firstMatch(of: /^the (?:keys|only key) of .+? (?:are|is) (.+)$/)?.1,
            "\(hint)"
        )
        return Set(list.replacing(" and ", with: ", ").split(separator: ", ").map(String.init))
    }

    @Test(
        "the table has exactly the keys that the parser accepts",
        arguments: probes
    )
    func keys(probe: Probe) throws {
        let vocabulary: Vocabulary = probe.isConfiguration ? .configuration : .schema
        let form = try #require(vocabulary.form(probe.form))
        var accepted: Set<String> = []
        for text in probe.texts {
            accepted.formUnion(
                try acceptedKeys(text, isConfiguration: probe.isConfiguration)
            )
        }
        #expect(Set(form.keys.map(\.name)) == accepted)
        #expect(Set(form.keys.map(\.name)).count == form.keys.count)
    }

    @Test("every form is tested, and every referenced form exists")
    func forms() {
        let vocabularies = [Vocabulary.schema, .configuration]
        #expect(Set(Self.probes.map(\.form)) == Set(vocabularies.flatMap(\.forms).map(\.name)))
        for vocabulary in vocabularies {
            for key in vocabulary.forms.flatMap(\.keys) {
                for name in key.shape.forms { #expect(vocabulary.form(name) != nil, "\(name)") }
            }
        }
    }

    @Test(
        "the parser accepts every word of the table",
        arguments: Vocabulary.schema.forms.map(\.name)
    )
    func words(name: String) throws {
        let form = try #require(Vocabulary.schema.form(name))
        let probe = try #require(Self.probes.first { $0.form == name })
        for key in form.keys {
            // If a name is allowed besides the words, other words are valid.
            let others = key.shape.takesNames ? [] : ["qqqqqqqqqqqq"]
            for word in key.shape.words + others where !key.shape.words.isEmpty {
                // A word alone, in a list, or in both.
                let texts = probe.hasTextsForWords ? probe.texts[...] : probe.texts.suffix(1)
                let sources = texts.flatMap { text in
                    ["[\(word)]", word].map {
                        SourceFile(
                            path: "a.yaml",
                            text: text.replacing("@: 1", with: "\(key.name): \($0)")
                        )
                    }
                }
                let isKnown = try sources.contains { source in
                    var diagnostics = SchemaCompiler().compile([source]).diagnostics
                    diagnostics.removeAll {
                        ![
                            SchemaRule.invalidValue, .wrongKind, .invalidEnumCase,
                            .invalidAuthentication,
                        ]
                        .map(\.rawValue).contains($0.rule)
                    }
                    _ = try YAMLReader().read(source)
                    return diagnostics.isEmpty
                }
                #expect(isKnown == (word != "qqqqqqqqqqqq"), "\(name).\(key.name): \(word)")
            }
        }
    }
}

extension Vocabulary.Shape {
    /// The names of the referenced forms.
    fileprivate var forms: [String] {
        switch self {
        case .property(let form), .form(let form), .narrowed(let form, _, _): [form]
        case .list(let shape), .listOrEmpty(let shape), .oneOrMany(let shape),
            .map(_, let shape):
            shape.forms
        case .either(let shapes): shapes.flatMap(\.forms)
        case .text, .reference, .scalar, .sentence, .boolean, .string, .number, .decimal, .onlyTrue,
            .version, .words, .type, .typeAmong, .typeWithDefault, .anything:
            []
        }
    }

    /// Whether any text is allowed besides the words.
    fileprivate var takesNames: Bool {
        guard case .either(let shapes) = self else { return false }
        return shapes.contains { shape in
            switch shape {
            case .string, .type: true
            default: false
            }
        }
    }

    /// The allowed words.
    fileprivate var words: [String] {
        switch self {
        case .words(let words): words
        case .list(let shape), .listOrEmpty(let shape), .oneOrMany(let shape): shape.words
        case .either(let shapes): shapes.flatMap(\.words)
        case .text, .reference, .scalar, .sentence, .boolean, .string, .number, .decimal, .onlyTrue,
            .version, .type, .typeAmong, .typeWithDefault, .anything, .property, .form, .narrowed,
            .map:
            []
        }
    }
}
