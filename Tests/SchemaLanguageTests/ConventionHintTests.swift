import Diagnostics
import Testing

@testable import SchemaLanguage

/// The text that a hint suggests is valid at its position.
@Suite struct ConventionHintTests {
    /// An error in conventions, and the position of the text that its hint suggests, marked with
    /// `@`.
    static let mistakes: [(mistake: String, place: String)] = [
        ("changes: { since: x }", "tombstone: gone, @"),
        ("changes: true", "tombstone: gone, @"),
        ("like: kinto, changes: always", "like: kinto, @"),
        ("changes: { parameter: p }", "tombstone: gone, @"),
        ("like: kinto, tombstone: none", "like: kinto, @"),
        ("paging: { token: { header: X-Next } }", "@"),
        ("paging: { token: next }", "@"),
        ("paging: { size: 5 }", "@"),
        ("paging: { token: { path: next }, parameter: p }", "paging: { @, parameter: p }"),
        ("versions: { header: ETag }", "@"),
        ("creation: { header: Key }", "@"),
        ("batch: { url: batch }", "@"),
        ("tombstone: { property: status, value: gone }", "@"),
        ("tombstone: {}", "@"),
        ("query: { descending: desc }", "query: { @ }"),
        ("query: { descending: '{Key}' }", "query: { @ }"),
        ("query: { descending: {key} }", "query: { @ }"),
        ("query: { descending: '{key}' }", "query: { @ }"),
        ("query: { ascending: '{Key}' }", "query: { @ }"),
        ("query: { ascending: up }", "query: { @ }"),
        ("query: { sort: order, descending: '={key}' }", "query: { sort: order, @ }"),
        ("query: { filter: { equal: eq } }", "query: { filter: { @ } }"),
        ("query: { filter: { less: lt } }", "query: { filter: { @ } }"),
        ("query: { filter: { less: '{kei}__lt' } }", "query: { filter: { @ } }"),
        ("query: { filter: { equal: '{key}=1' } }", "query: { filter: { @ } }"),
        ("query: { filter: { isNull: empty } }", "query: { filter: { @ } }"),
        ("query: { filter: { hasPrefix: ~ } }", "query: { filter: { @ } }"),
        ("query: { sort: false }", "query: { sort: @ }"),
        ("tombstone: false", "tombstone: @"),
        ("resource: jsonAPI", "resource: jsonAPI, @"),
        ("paging: { page: offset }", "paging: { page: offset }, @"),
    ]

    private func diagnostics(_ conventions: String) -> [Diagnostic] {
        let text = "repogen: 1\napis: { A: { conventions: { \(conventions) } } }\n"
        return SchemaCompiler().compile([SourceFile(path: "a.yaml", text: text)]).diagnostics
    }

    @Test("the text that a hint suggests has no mistake", arguments: mistakes)
    func hint(mistake: String, place: String) throws {
        let found = diagnostics(mistake)
        #expect(found.count == 1, "\(found)")
        let hint = try #require(found.first?.hint)
        let written = try #require(hint.firstMatch(of: /`([^`]+)`/)?.1, "\(hint)")
        let mended = place.replacing("@", with: written)
        #expect(diagnostics(mended) == [], "\(mended)")
    }
}
