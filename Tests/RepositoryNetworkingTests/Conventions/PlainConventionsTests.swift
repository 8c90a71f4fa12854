import RepositoryRuntime
import Testing

/// The defaults if a schema declares no conventions.
///
/// `repogen check` uses the same (`ConventionsInEffect`), so change both together. The requests are
/// those in all other tests of repositories.
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

    @Test("versions are entity tags, and nothing else is declared")
    func rest() {
        #expect(plain.versions == .entityTag)
        #expect(plain.creationCheck == .comparison)
        #expect(plain.tombstone == nil)
        #expect(plain.changes == nil)
        #expect(plain.resource == nil)
    }
}
