import RepositoryRuntime
import Testing

/// What holds where a schema says nothing of conventions.
///
/// `repogen check` compares with the same (`ConventionsInEffect`), and what changes here has to change
/// there. The requests are those that all other tests of repositories expect.
@Suite struct PlainConventionsTests {
    private let plain = Conventions()

    @Test("bodies are JSON, and patches are merged")
    func bodies() {
        #expect(plain.media.sent == "application/json")
        #expect(plain.media.accepted == "application/json")
        #expect(plain.patches == .merge)
    }

    @Test("listings follow links, and queries are parameters")
    func listings() {
        #expect(plain.paging == .init(.link))
        #expect(plain.query.filter == .parameters([.equal: "{key}"]))
        #expect(plain.query.sort == "sort")
        #expect(plain.query.ascending == "{key}")
        #expect(plain.query.descending == "-{key}")
        #expect(plain.query.limit == "limit")
        #expect(plain.query.offset == "offset")
    }

    @Test("versions are entity tags, and nothing else is said")
    func rest() {
        #expect(plain.versions == .entityTag)
        #expect(plain.creationCheck == .comparison)
        #expect(plain.tombstone == nil)
        #expect(plain.changes == nil)
        #expect(plain.resource == nil)
    }
}
