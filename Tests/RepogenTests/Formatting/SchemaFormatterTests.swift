import Diagnostics
import Foundation
import Testing
import YAMLTree

@testable import SchemaLanguage

/// Canonical order and style.
@Suite struct SchemaFormatterTests {
    /// A text with its canonical form.
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let canonical: String

        init(_ description: String, _ text: String, _ canonical: String) {
            testDescription = description
            self.text = text
            self.canonical = canonical
        }
    }

    private func format(_ text: String) throws -> SchemaFormatter.Result {
        try SchemaFormatter(.schema).format(SourceFile(path: "a.yaml", text: text))
    }

    @Test(arguments: [
        Sample(
            "keys of the language get one order",
            "entities: { A: { properties: { b: Int, a: Int }, id: Int } }\nrepogen: 1\n",
            "repogen: 1\nentities: { A: { id: Int, properties: { b: Int, a: Int } } }\n"
        ),
        Sample(
            "unions, scalars and mixins come before what uses them, keys of objects in place too",
            "values: { A: { properties: { b: { properties: { c: { doc: d, json: String, type: Int } }"
                + ", type: '[_]' } }, conforms: [C], include: [M] } }\n"
                + "mixins: { M: { properties: {}, include: [N] } }\n"
                + "unions: { U: { cases: { z: { tag: t, type: Z }, a: A }, discriminator: d } }\n"
                + "scalars: { S: { json: String, swift: Int } }\n"
                + "apis: { P: { authentication: { header: H }, dates: [dateOnly] } }\nrepogen: 1\n",
            "repogen: 1\napis: { P: { dates: [dateOnly], authentication: { header: H } } }\n"
                + "scalars: { S: { swift: Int, json: String } }\n"
                + "unions: { U: { discriminator: d, cases: { z: { type: Z, tag: t }, a: A } } }\n"
                + "mixins: { M: { include: [N], properties: {} } }\n"
                + "values: { A: { include: [M], conforms: [C], properties: { b: { type: '[_]', "
                + "properties: { c: { type: Int, json: String, doc: d } } } } } }\n"
        ),
        Sample(
            "names of the author stay in theirs",
            "repogen: 1\nvalues:\n  B: {}\n  A: {}\nenums:\n  M: { cases: { z: 1, a: 2 } }\n",
            "repogen: 1\nenums:\n  M: { cases: { z: 1, a: 2 } }\nvalues:\n  B: {}\n  A: {}\n"
        ),
        Sample(
            "keys that nobody knows come last, as they stand",
            "zz: 1\nrepogen: 1\naa: 2\n",
            "repogen: 1\nzz: 1\naa: 2\n"
        ),
        Sample(
            "blocks are indented by two, lists too",
            "repogen: 1\nenums:\n      M:\n         cases:\n         - a\n         -   b\n",
            "repogen: 1\nenums:\n  M:\n    cases:\n      - a\n      - b\n"
        ),
        Sample(
            "brackets have the blanks that belong there",
            "repogen: 1\nenums: {M: {cases: [ a,b ,c ]},N:   {}, O: { cases: [ ] }}\n",
            "repogen: 1\nenums: { M: { cases: [a, b, c] }, N: {}, O: { cases: [] } }\n"
        ),
        Sample(
            "a dictionary is a type, and the long form is none",
            "repogen: 1\nvalues:\n  A:\n    properties: { a: {String: Int}, b: {doc: d, type: Int} }\n",
            "repogen: 1\nvalues:\n  A:\n    properties: { a: { String: Int }, b: { type: Int, doc: d } }\n"
        ),
        Sample(
            "of several blank lines one stays, at the ends none",
            "\n\nrepogen: 1\n\n\n\nvalues:\n\n  A: {}\n\n\n  B: {}   \n\n\n",
            "repogen: 1\n\nvalues:\n\n  A: {}\n\n  B: {}\n"
        ),
        Sample(
            "a blank line stays between what it divided",
            "values:\n  A: {}\n\nrepogen: 1\n",
            "repogen: 1\n\nvalues:\n  A: {}\n"
        ),
        Sample(
            "a comment goes with what is below it, or before it on its line",
            "repogen: 1\nvalues:\n  # of A\n  A:\n    # of properties\n    properties: {}  # p\n"
                + "    doc: a # d\n",
            "repogen: 1\nvalues:\n  # of A\n  A:\n    doc: a # d\n    # of properties\n"
                + "    properties: {}  # p\n"
        ),
        Sample(
            "a comment below goes with what it is indented like",
            "repogen: 1\nentities:\n  A:\n    properties:\n      a: Int\n      # after a\n"
                + "    # after properties\n    id: Int\n  # after A\n# at the end\n",
            "repogen: 1\nentities:\n  A:\n    # after properties\n    id: Int\n    properties:\n"
                + "      a: Int\n      # after a\n  # after A\n# at the end\n"
        ),
        Sample(
            "the comment at the top stays at the top",
            "# the file\nvalues: {}\nrepogen: 1\n",
            "# the file\nrepogen: 1\nvalues: {}\n"
        ),
        Sample(
            "a comment that is divided from the top goes with its key",
            "# the file\n\n# values\nvalues: {}\nrepogen: 1\n",
            "# the file\n\nrepogen: 1\n# values\nvalues: {}\n"
        ),
        Sample(
            "a column of comments stays a column",
            "repogen:  1         # one\napi: Service        # two\n",
            "repogen: 1          # one\napi: Service        # two\n"
        ),
        Sample(
            "text of several lines moves as a whole",
            "repogen: 1\nvalues:\n    A:\n        doc: |\n            one\n\n              two\n"
                + "    B:\n        doc: one\n          two\n",
            "repogen: 1\nvalues:\n  A:\n    doc: |\n      one\n\n        two\n"
                + "  B:\n    doc: one\n      two\n"
        ),
        Sample(
            "a short value comes up to its key",
            "repogen:\n  1\nvalues:\n  A:\n    doc:  # c\n      a\n",
            "repogen: 1\nvalues:\n  A:\n    doc:  # c\n      a\n"
        ),
        Sample(
            "brackets over several lines keep their lines, and get order and blanks",
            "repogen: 1\nvalues:\n    V: {\n        properties: {a: Int,b :   Int},\n        doc: x }\n"
                + "    W: {doc: x,\n\n\n     properties: {\n a: [ Int ],\n b: Int,\n }\n }  # w\n",
            "repogen: 1\nvalues:\n  V: {\n    doc: x,\n    properties: { a: Int, b: Int } }\n"
                + "  W: { doc: x,\n\n    properties: {\n      a: [Int],\n      b: Int\n    }\n  }  # w\n"
        ),
        Sample(
            "brackets in brackets are indented by the line that they begin on",
            "repogen: 1\nvalues: { V: { properties: { a: Int }, example: [{\n a: 1\n}, {a: \"x\n"
                + "     y\",\n      b:\n   2}] } }\n",
            "repogen: 1\nvalues: { V: { properties: { a: Int }, example: [{\n  a: 1\n}, { a: \"x\n"
                + "  y\",\n  b: 2 }] } }\n"
        ),
        Sample(
            "what other languages break lines at breaks none",
            "values: {\n V: { doc: \"a\u{2028}b\u{85}c\" } }\nrepogen: 1\n",
            "repogen: 1\nvalues: {\n  V: { doc: \"a\u{2028}b\u{85}c\" } }\n"
        ),
        Sample(
            "comments in brackets stay where they are",
            "repogen: 1\nvalues:\n    A:\n        properties: {b: Int,   # b\n  # of a\n          a: Int # a\n}\n",
            "repogen: 1\nvalues:\n  A:\n    properties: { b: Int,   # b\n      # of a\n      a: Int # a\n    }\n"
        ),
        Sample(
            "a default has blanks around its sign",
            "repogen: 1\nvalues:\n  A:\n    properties:\n      a: Int=1\n      b: String=  \"a=b\"\n"
                + "      c: 'Int=1'\n      d: { type: String, default: a=b }\n      e: String=#x\n"
                + "endpoints: { E: { get: /a=b, query: { a: Int =2 } } }\n",
            "repogen: 1\nvalues:\n  A:\n    properties:\n      a: Int = 1\n      b: String = \"a=b\"\n"
                + "      c: 'Int=1'\n      d: { type: String, default: a=b }\n      e: String=#x\n"
                + "endpoints: { E: { get: /a=b, query: { a: Int = 2 } } }\n"
        ),
        Sample(
            "a byte order mark goes, and line endings become those of most lines",
            "\u{FEFF}repogen: 1\r\nvalues:\r\n  A: { doc: a }\n  B: {}\r\n",
            "repogen: 1\r\nvalues:\r\n  A: { doc: a }\r\n  B: {}\r\n"
        ),
        Sample(
            "what stands before the document stays",
            "%YAML 1.2\n# c\n---\nvalues: {}\nrepogen: 1\n",
            "%YAML 1.2\n# c\n---\nrepogen: 1\nvalues: {}\n"
        ),
    ])
    func canonical(sample: Sample) throws {
        #expect(try format(sample.text) == .formatted(sample.canonical))
        #expect(try format(sample.canonical) == .canonical)
    }

    @Test(
        "text that cannot be moved safely is unchanged",
        arguments: [
            ("values: { A: &a {} }\nrepogen: 1\n", [(1, 14, .property)]),
            (
                "values:\n  A: &a\n    doc: &b x\nrepogen: 1\n",
                [(2, 6, .property), (3, 10, .property)]
            ),
            ("values:\n  A: &a {}\n  B: *a\nrepogen: 1\n", [(2, 6, .property), (3, 6, .property)]),
            (
                "enums:\n  A:\n    cases:\n      - &a b\n      - *a\n",
                [(4, 9, .property), (5, 9, .property)]
            ),
            ("enums: { A: { cases: [&a b, *a] } }\n", [(1, 23, .property)]),
            ("&a\nrepogen: 1\n", [(1, 1, .property)]),
            ("repogen: 1\nvalues:\n  ? A\n  : {}\n", [(3, 3, .key)]),
            ("repogen: !!int 1\n", [(1, 10, .property)]), ("? repogen\n: 1\n", [(1, 1, .key)]),
            ("values:\n  A:\n    doc: |+\n      a\n\nrepogen: 1\n", [(3, 10, .keptLines)]),
            ("values:\n  A:\n    doc: |\n      a\n       \n  B: {}\n", [(5, 1, .blanks)]),
            ("repogen: 1\n...\n", [(2, 1, .layout)]), ("- 1\n-  2\n", [(1, 1, .root)]),
            ("{ values: {}, repogen: 1 }\n", [(1, 1, .root)]),
            ("values: { A: { doc: a # b\n , properties: {} } }\n", [(1, 23, .brackets)]),
            ("values: { A: { properties: {}, # b\n doc: a } }\n", [(1, 32, .brackets)]),
        ] as [(String, [(Int, Int, SchemaFormatter.Reason)])]
    )
    func leftAlone(text: String, obstacles: [(Int, Int, SchemaFormatter.Reason)]) throws {
        guard case .leftAlone(let found) = try format(text) else {
            Issue.record("\(try format(text))")
            return
        }
        let places = found.map { [$0.start.line, $0.start.column] }
        #expect(places == obstacles.map { [$0.0, $0.1] })
        #expect(found.map(\.reason) == obstacles.map(\.2))
    }

    @Test("text that is not YAML is rejected", arguments: ["a: [", "a: 1\na: 2", "\ta: 1"])
    func syntax(text: String) {
        #expect(throws: YAMLSyntaxError.self) { try format(text) }
    }

    @Test("JSON, other encodings and empty files are unchanged")
    func untouched() throws {
        let formatter = SchemaFormatter(.schema)
        let json = SourceFile(path: "a.json", text: "{\"values\": {}, \"repogen\": 1}")
        #expect(try formatter.format(json) == .canonical)
        let utf16 = SourceFile(path: "a.yaml", bytes: [0xFF, 0xFE] + Array("a".utf8) + [0])
        #expect(try formatter.format(utf16) == .canonical)
        #expect(try format("# nothing\n") == .canonical)
    }

    @Test("the configuration has its own vocabulary")
    func configuration() throws {
        let file = SourceFile(
            path: "repogen.yaml",
            text: "depfile: a.d\noutputs:\n- {access: public, output: A}\n"
        )
        #expect(
            try SchemaFormatter(.configuration).format(file)
                == .formatted("outputs:\n  - { output: A, access: public }\ndepfile: a.d\n")
        )
    }
}
