import Diagnostics
import Testing
import YAMLTree

@Suite struct ReaderTests {
    @Test(arguments: [
        "", "\n", "  \n\n", "# only\n# comments", "---", "--- # c\n...\n", "\u{FEFF}",
    ])
    func nothingIsNoTree(text: String) throws {
        #expect(try Reading.root(of: text) == nil)
    }

    @Test(arguments: ["", " \n", "\u{FEFF}\r\n"])
    func nothingIsNoTreeInJSON(text: String) throws {
        #expect(try Reading.root(of: text, path: "a.json") == nil)
    }

    @Test(arguments: ["~", "null", "--- ~", "--- !!null", "&a"])
    func nullIsATree(text: String) throws {
        #expect(try Reading.root(of: text)?.scalar?.meaning == .null)
    }

    @Test(arguments: [
        ("", 0), ("a", 1), ("---\n---\n", 2), ("a\n---\nb\n...\n---\nc", 3), ("a\n...\n", 1),
    ])
    func readsAllDocuments(text: String, count: Int) throws {
        #expect(try YAMLReader().readAll(SourceFile(path: "a", text: text)).count == count)
    }

    @Test func onlyOneDocumentInASchema() {
        #expect(
            Reading.summary(of: "a: 1\n---\nb: 2\n") == [
                "2:1-4 multiple-documents: found a second document, expected one document per file",
                "hint: move it to a separate file",
            ]
        )
    }

    @Test func allMistakesAreCollected() {
        let text = """
            a: *none
            b: !!int x
            a: 2
            c: &c [*c]
            d: {<<: 1}
            e: @
            f: *never
            """
        #expect(
            Reading.mistakes(in: text).map { "\($0.range.start.line) \($0.rule)" } == [
                "1 undefined-alias", "2 tag-mismatch", "3 duplicate-key", "4 alias-cycle",
                "5 invalid-merge", "6 unexpected-character",
            ]
        )
    }

    @Test func mistakesAreFoundInAllDocuments() {
        let file = SourceFile(path: "a.yaml", text: "--- *a\n--- *b\n")
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLReader().readAll(file) }
        #expect(error?.diagnostics.map(\.range.start.line) == [1, 2])
    }

    @Test func orderIsKept() throws {
        let root = try #require(try Reading.root(of: "z: 1\na: 2\nm: 3\nb: 4\n"))
        #expect(root.pairs?.map { $0.key.text } == ["z", "a", "m", "b"])
    }

    @Test func keysMayBeAnything() throws {
        let root = try #require(
            try Reading.root(of: "? [a, b]\n: 1\n? {c: d}\n: 2\n? |\n  e\n: 3\n1: 4")
        )
        #expect(root.pairs?.count == 4)
        #expect(root.pairs?[0].key.elements?.count == 2)
        #expect(root.pairs?[1].key.pairs?.count == 1)
        #expect(root.pairs?[2].key.text == "e\n")
        #expect(root.pairs?[3].key.scalar?.meaning == .integer)
    }
}
