import Diagnostics
import Foundation
import Testing
import YAMLTree

@testable import SchemaLanguage

/// Texts that the JSON Schema accepts and rejects.
@Suite struct JSONSchemaTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the schema files below a folder of this package.
    private static func schemas(in folder: String) -> [String] {
        let base = root.appending(path: folder).path
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: base)) ?? []
        return paths.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix("repogen.yaml") }.sorted()
            .map { folder + "/" + $0 }
    }

    static let good = schemas(in: "Schemas") + schemas(in: "Tests/Goldens/Good")

    /// Errors in the vocabulary, which an editor shows while typing.
    static let bad = [
        "missing-version", "unsupported-version", "unknown-key", "method-count", "repository-kind",
        "invalid-name", "invalid-type", "invalid-value", "invalid-value-conventions", "missing-key",
        "wrong-kind",
    ].flatMap { schemas(in: "Tests/Goldens/Bad/" + $0) }

    private func validator(_ vocabulary: Vocabulary) throws -> JSONSchemaValidator {
        let data = Data(JSONSchemaWriter(vocabulary).schema.text.utf8)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return JSONSchemaValidator(try #require(object))
    }

    private func value(of source: SourceFile) throws -> Any {
        try #require(try YAMLReader().read(source)).jsonValue
    }

    private func value(ofFile path: String) throws -> Any {
        let data = try Data(contentsOf: Self.root.appending(path: path))
        return try value(of: SourceFile(path: path, bytes: Array(data)))
    }

    @Test("valid schemas are accepted", arguments: good)
    func accepted(path: String) throws {
        #expect(try validator(.schema).accepts(value(ofFile: path)))
    }

    @Test("errors in the vocabulary are rejected", arguments: bad)
    func refused(path: String) throws {
        #expect(try !validator(.schema).accepts(value(ofFile: path)))
    }

    @Test(
        "the pattern of types is right",
        arguments: [
            ("Int", true), ("Int?", true), ("Int = 0", true), ("User.ID", true), ("[Int]", true),
            ("'[Int]?'", true), ("'{ String: [Int?] }?'", true), ("{ String: Int }", true),
            ("[[Int]]", true), ("Größe", true), ("{ type: Int = 3, doc: 5 }", true), ("5", false),
            ("'5'", false), ("", false), ("'Int??'", false), ("Array<Int>", false),
            ("[Int, Int]", false), ("[]", false), ("{ Int: Int }", false), ("Int | String", false),
            ("'Int ='", false), ("{ typo: Int }", false), ("{ type: Int, readOnly: 1 }", false),
            ("{ properties: { x: Int } }", true),
            ("{ type: '[_]?', properties: { x: { properties: { y: Int } } } }", true),
            ("{ properties: [x] }", false), ("{ doc: Neither. }", false),
            ("{ type: Int, json: String }", true), ("{ type: Int, json: number }", false),
            ("{ type: Int?, onInvalid: skip }", true), ("{ type: Int?, onInvalid: drop }", false),
        ]
    )
    func types(type: String, isLegal: Bool) throws {
        let text = "repogen: 1\nvalues:\n  A:\n    properties:\n      a: \(type)\n"
        let source = SourceFile(path: "a.yaml", text: text)
        #expect(try validator(.schema).accepts(value(of: source)) == isLegal)
        // The parser decides.
        #expect(
            SchemaCompiler().compile([source]).diagnostics.filter {
                $0.rule != SchemaRule.unknownType.rawValue
                    && $0.rule != SchemaRule.unknownTypeMember.rawValue
            }.isEmpty == isLegal
        )
    }

    @Test(
        "a declaration is rejected if the tool rejects it",
        arguments: [
            ("enums: { A: { cases: {} } }", false), ("enums: { A: { cases: { a: b } } }", true),
            ("unions: { A: { cases: {} } }", false), ("unions: { A: { cases: } }", false),
            ("unions: { A: { cases: { a: Int } } }", true),
            ("values: { A: { properties: { a: { type: Int, deprecated: true } } } }", false),
            ("values: { A: { properties: { a: { type: Int, deprecated: ' ' } } } }", false),
            ("values: { A: { properties: { a: { type: Int, deprecated: } } } }", false),
            ("values: { A: { properties: { a: { type: Int, deprecated: 'true' } } } }", true),
            ("values: { A: { properties: { a: { type: Int, deprecated: 5 } } } }", true),
            ("values: { A: { properties: { a: { type: Date, format: iso8601 } } } }", true),
            (
                "values: { A: { properties: { a: { type: Date, format: [iso8601, iso8601] } } } }",
                false
            ),
            ("values: { A: { properties: { a?: Int } } }", true),
            ("values: { A: { properties: { a??: Int } } }", false),
            ("values: { A: { properties: { '?': Int } } }", false),
            ("values: { A: { properties: { 'a??b': Int } } }", true),
            ("values: { A: { properties: { ' ': Int } } }", true),
            ("entities: { A: { id: String } }", true), ("entities: { A: { id: UInt8 } }", true),
            ("entities: { A: { id: ' UUID ' } }", true), ("entities: { A: { id: Double } }", false),
            ("entities: { A: { id: Int = 5 } }", false), ("entities: { A: { id: Int? } }", false),
            ("entities: { A: { id: [Int] } }", false), ("entities: { A: { id: A.ID } }", false),
            ("entities: { A: { id: { type: Int } } }", true),
            ("entities: { A: { id: { type: Day } } }", false),
            ("entities: { A: { id: { type: Int = 5 } } }", false),
            ("endpoints: { A: { get: a } }", false), ("endpoints: { A: { get: '//a' } }", false),
            ("endpoints: { A: { delete: true } }", false), ("endpoints: { A: { get: / } }", true),
            ("endpoints: { A: { get: '' } }", false), ("endpoints: { A: { get: '/{b}' } }", true),
            ("endpoints: { A: { get: '/{b}', path: { b: Int } } }", true),
            ("endpoints: { A: { get: '/{b}', path: { b?: Int } } }", false),
            ("endpoints: { A: { get: '/{b}', path: } }", true),
            ("endpoints: { A: { get: /b, errors: { 404: text, 4xx: Int } } }", true),
            ("endpoints: { A: { get: /b, errors: { 404: { text: a/b } } } }", false),
            ("endpoints: { A: { get: /b, responseHeaders: { c: { type: '[Int]' } } } }", true),
            (
                "endpoints: { A: { get: /b, responseHeaders: { c: { type: '[Int]', arrays: commas } } } }",
                false
            ),
            (
                "endpoints: { A: { get: /b, responseHeaders: { c: { properties: { d: Int } } } } }",
                false
            ),
            (
                "endpoints: { A: { post: /b, body: { form: { c: { type: '[Int]', arrays: commas } } } } }",
                false
            ),
            (
                "endpoints: { A: { get: /b, headers: { c: { type: '[Int]', arrays: commas } } } }",
                true
            ),
            (
                "endpoints: { A: { get: /b, headers: { c: { type: '[Int]', arrays: pipes } } } }",
                false
            ),
            ("endpoints: { A: { get: /b, cookies: { c: { properties: { d: Int } } } } }", false),
            ("repositories: { A: { operations: {} } }", false),
            (
                "repositories: { A: { operations: { b: B } } }\nendpoints: { B: { get: /b } }",
                true
            ),
            (
                "repositories: { R: { entity: A, path: a, remote: [read, read] } }\n"
                    + "entities: { A: { id: Int } }", false
            ),
            (
                "repositories: { R: { entity: A, path: a, remote: [read, create] } }\n"
                    + "entities: { A: { id: Int } }", true
            ),
        ] as [(String, Bool)]
    )
    func declarations(text: String, isLegal: Bool) throws {
        let source = SourceFile(path: "a.yaml", text: "repogen: 1\n\(text)\n")
        #expect(try validator(.schema).accepts(value(of: source)) == isLegal)
        // The tool decides.
        #expect(SchemaCompiler().compile([source]).diagnostics.isEmpty == isLegal)
    }

    /// Conventions in which each key is valid, or invalid in one way.
    static let conventionCases: [(String, Bool)] = [
        ("kinto", true), ("kintoo", false), ("[kinto]", false), ("{ like: eve }", true),
        ("{ like: nothing }", false), ("{ likes: eve }", false),
        ("{ media: application/json }", true), ("{ media: json }", false),
        ("{ media: { sent: 'a/b; c=d' } }", true), ("{ media: { sent: a/b/c } }", false),
        ("{ media: { receive: a/b } }", false), ("{ media: 5 }", false),
        ("{ envelope: data.items }", true), ("{ envelope: 'rows[0]' }", false),
        ("{ envelope: { one: 'rows[0]', list: rows } }", true), ("{ envelope: /data }", false),
        ("{ envelope: { one: a..b } }", false), ("{ envelope: { sent: 'rows[0]' } }", false),
        ("{ envelope: { lst: a } }", false), ("{ envelope: [a] }", false),
        ("{ resource: plain }", true), ("{ resource: hal }", false),
        ("{ tombstone: true }", false), ("{ tombstone: 'true' }", true), ("{ envelope: 5 }", false),
        ("{ paging: { page: true } }", false), ("{ paging: { page: ' ' } }", false),
        ("{ batch: { path: 25 } }", false), ("{ creation: { idempotencyKey: true } }", false),
        ("{ requests: { list: { get: '{path}.json' } } }", true),
        ("{ requests: { list: { get: '{path}/{id}' } } }", false),
        ("{ requests: { list: { put: '{path}' } } }", false),
        ("{ requests: { list: { get: '{path}?all=1' } } }", false),
        ("{ requests: { list: { get: '{path}', sent: a } } }", false),
        ("{ requests: { read: { post: '{path}/{id}' } } }", true),
        ("{ requests: { read: { get: items/1 } } }", false),
        ("{ requests: { create: { post: '{path}', put: '{path}' } } }", false),
        ("{ requests: { create: { get: '{path}' } } }", false),
        ("{ requests: { create: { sent: row, with: { a: 1, b: true, c: x } } } }", true),
        ("{ requests: { create: { with: { a: [1] } } } }", false),
        ("{ requests: { create: { with: { a: null } } } }", false),
        ("{ requests: { update: { patch: '{path}/{id}' } } }", true),
        ("{ requests: { update: { post: '{path}' } } }", false),
        ("{ requests: { update: { post: '{path}', query: { id: 'eq.{id}' } } } }", true),
        ("{ requests: { delete: { query: { force: true } } } }", true),
        ("{ requests: { patch: { patch: '{path}/{id}', with: { a: 1.5 } } } }", true),
        ("{ requests: { delete: { post: '{path}/{id}/delete' } } }", true),
        ("{ requests: { delete: { delete: '{path}/{id}', with: { now: true } } } }", false),
        ("{ requests: { synchronize: { post: '{path}/bulk' } } }", true),
        ("{ requests: { remove: { delete: '{path}/{id}' } } }", false),
        ("{ paging: link }", true), ("{ paging: cursor }", false),
        ("{ paging: { next: links.next, size: 50, sizeParameter: n } }", true),
        ("{ paging: { next: a, page: b } }", false), ("{ paging: { size: 5 } }", false),
        ("{ paging: { link: true } }", true), ("{ paging: { link: false } }", false),
        ("{ paging: { page: p, first: 0 } }", true), ("{ paging: { page: p, first: -1 } }", false),
        ("{ paging: { page: p, size: 0 } }", false), ("{ paging: { page: p, size: '20' } }", true),
        ("{ paging: { page: p, size: many } }", false), ("{ paging: { page: '' } }", false),
        ("{ paging: { offset: o, first: 1 } }", false), ("{ paging: { offset: o } }", true),
        ("{ paging: { page: p, parameter: q } }", false),
        ("{ paging: { page: p, more: q } }", true),
        ("{ paging: { token: t, parameter: q } }", true), ("{ paging: { token: t } }", false),
        ("{ paging: { lastID: a, more: b } }", true), ("{ paging: { header: Next-Page } }", true),
        ("{ paging: { header: a b } }", false), ("{ paging: { header: Host } }", false),
        ("{ paging: { page: p, total: meta.total } }", true),
        ("{ paging: { page: p, total: { header: X-Total } } }", true),
        ("{ paging: { page: p, total: { head: X-Total } } }", true),
        ("{ paging: { page: p, total: { head: X-Total, header: X-Total } } }", false),
        ("{ paging: { token: { header: X-Next }, parameter: q } }", true),
        ("{ paging: { token: { header: Host }, parameter: q } }", false),
        ("{ requests: { create: { put: '{path}/{id}' } } }", true),
        ("{ requests: { create: { post: '{path}/{id}' } } }", false),
        ("{ changes: none }", true), ("{ changes: all }", false),
        ("{ changes: { parameter: s, cursor: { header: ETag } }, tombstone: gone }", true),
        ("{ changes: { parameter: s, cursor: { property: at } }, tombstone: gone }", true),
        ("{ changes: { parameter: s, cursor: {} }, tombstone: gone }", false),
        ("{ changes: { parameter: s }, tombstone: gone }", false),
        ("{ paging: { page: p, total: {} } }", false),
        ("{ query: { sort: s, limit: none, descending: '{key}:desc' } }", true),
        ("{ query: { descending: down } }", false), ("{ query: { limit: '' } }", false),
        ("{ query: { descending: '_desc={key}' } }", true),
        ("{ query: { descending: '={key}' } }", false),
        ("{ query: { descending: 'orderby={key}&order=desc' } }", true),
        ("{ query: { descending: '{key}&order=desc' } }", false),
        ("{ query: { descending: 'orderby={key}&=desc' } }", false),
        ("{ query: { filter: { isNull: '{key}__isnull=1' } } }", true),
        ("{ query: { filter: { equal: '{key}=1' } } }", false),
        ("{ query: { filter: { equal: '{key}=eq.{value}' } } }", true),
        ("{ query: { filter: { less: '{key}_{value}' } } }", false),
        ("{ query: { filter: { less: 'lt={key}.{value}' } } }", false),
        ("{ query: { order: up } }", false), ("{ query: { filter: { less: lt } } }", false),
        ("{ query: { filter: { less: '{key}__lt', equal: '{key}' } } }", true),
        ("{ query: { filter: { document: where } } }", true), ("{ query: { filter: {} } }", true),
        ("{ query: { filter: { document: where, objects: f } } }", false),
        ("{ query: { filter: { document: where, equal: '{key}' } } }", false),
        ("{ versions: etag }", true), ("{ versions: header }", false),
        ("{ versions: { key: _etag, quoted: true } }", true), ("{ versions: {} }", false),
        ("{ versions: { key: a, quoted: 1 } }", false), ("{ tombstone: deleted }", true),
        ("{ tombstone: { status: gone } }", true), ("{ tombstone: { active: false } }", true),
        ("{ tombstone: { a: b, c: d } }", false), ("{ tombstone: {} }", false),
        ("{ tombstone: { a: ~ } }", false), ("{ tombstone: { a: [b] } }", false),
        ("{ tombstone: { 'a..b': c } }", false), ("{ batch: { path: none, limit: 3 } }", true),
        ("{ tombstone: 'a[x]' }", false), ("{ patches: jsonPatch }", true),
        ("{ patches: diff }", false), ("{ errors: { fields: ., message: 'a[0].b' } }", true),
        ("{ errors: { message: . } }", false), ("{ errors: { messages: a } }", false),
        ("{ creation: identity }", true), ("{ creation: uuid }", false),
        ("{ creation: { idempotencyKey: Idempotency-Key } }", true), ("{ creation: {} }", false),
        ("{ creation: { idempotencyKey: a b } }", false), ("{ batch: { path: batch } }", true),
        ("{ batch: { path: '{x}' } }", false), ("{ batch: { limit: 3 } }", true),
        ("{ batch: { path: a, limit: 0 } }", false), ("{ batch: batch }", false),
    ]

    @Test("conventions are rejected if the parser rejects them", arguments: conventionCases)
    func conventions(text: String, isLegal: Bool) throws {
        let source = SourceFile(
            path: "a.yaml",
            text: "repogen: 1\napis: { A: { conventions: \(text) } }\n"
        )
        #expect(try validator(.schema).accepts(value(of: source)) == isLegal)
        // The parser decides.
        #expect(SchemaCompiler().compile([source]).diagnostics.isEmpty == isLegal)
    }

    @Test(
        "a configuration is rejected if the parser rejects it",
        arguments: [
            ("output: A", true), ("output: A\nschemas: [a, b]\naccess: package", true),
            ("outputs:\n  - output: A\n  - { output: B, schemas: b }\ndepfile: a.d", true),
            ("output: A\ngrouping: schema\ntemplates: B", true),
            ("output: A\ngrouping: schemas", false), ("output: A\ntemplates: [B]", false),
            ("schemas: A", false), ("output: A\noutputs: [{ output: B }]", false),
            ("output: A\naccess: open", false), ("output: A\nschemas: []", false),
            ("output: A\ngrouping: schema\nconforms: [Codable]", true),
            ("outputs: [{ output: A, grouping: declaration, conforms: Codable }]", true),
            ("output: A\ngrouping: file", false), ("output: A\nconforms: []", false),
            ("output: A\nmodule: B", true), ("output: A\nimports: B", false),
            ("outputs: [{ output: A, imports: [B] }, { output: b, module: B }]", true),
            ("outputs: [{ output: A, imports: B }, { output: b, module: B }]", true),
            ("outputs: [{ output: A, imports: [] }, { output: b, module: [B] }]", false),
            ("output: A\noutputs: []\ngrouping: schema", false),
            ("outputs: []", false), ("outputs: [{ schemas: a }]", false), ("output:", false),
        ]
    )
    func configurations(text: String, isLegal: Bool) throws {
        let source = SourceFile(path: "repogen.yaml", text: text)
        #expect(try validator(.configuration).accepts(value(of: source)) == isLegal)
        var diagnostics: [Diagnostic] = []
        _ = ConfigurationParser().parse(
            try YAMLReader().read(source),
            of: source,
            diagnostics: &diagnostics
        )
        #expect(diagnostics.isEmpty == isLegal)
    }

    @Test("the tool prints it with descriptions", arguments: ["schema", "configuration"])
    func printed(language: String) async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("schema", "--of", language, in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let schema = try #require(object as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        let keys = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(keys.values.allSatisfy { $0["description"] is String })
    }
}

extension YAMLNode {
    /// The value in JSON, by the core schema of YAML.
    fileprivate var jsonValue: Any {
        switch content {
        case .sequence(let elements): return elements.map(\.jsonValue)
        case .mapping(let pairs):
            var object: [String: Any] = [:]
            for pair in pairs {
                if case .scalar(let scalar) = pair.key.content {
                    object[scalar.text] = pair.value.jsonValue
                }
            }
            return object
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: return NSNull()
            case .bool(let value): return value
            case .integer: return Int(scalar.text) ?? 0
            case .float: return Double(scalar.text) ?? 0
            case .string: return scalar.text
            }
        }
    }
}
