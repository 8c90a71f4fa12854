import RepositoryRuntime
import RepositoryTesting
import Testing

/// The generated functions that follow references in both directions.
@Suite struct FollowedReferenceTests {
    @Test("a reference is followed to its entity", arguments: Store.allCases)
    func one(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let post = try await library.posts.find(id: "p3")
            #expect(try await post.author(in: library.writers).name == "Cy")
            #expect(try await post.reviewer(in: library.writers)?.name == "Ada")
            #expect(try await post.translator(in: library.writers)?.name == "Bo")
            let writer = try await library.writers.find(id: "bo")
            #expect(try await writer.employer(in: library.employers)?.name == "Acme")
            #expect(try await writer.mentor(in: library.writers)?.name == "Ada")
        }
    }

    @Test("without references, the result is nil or empty", arguments: Store.allCases)
    func none(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let post = try await library.posts.find(id: "p4")
            #expect(try await post.reviewer(in: library.writers) == nil)
            #expect(try await post.translator(in: library.writers) == nil)
            #expect(try await post.topics(in: library.topics).isEmpty)
            #expect(try await post.editors(in: library.writers).isEmpty)
            let topic = try await library.topics.find(id: 3)
            #expect(try await topic.posts(in: library.posts).isEmpty)
        }
    }

    @Test("an entity missing from the store is not found", arguments: Store.allCases)
    func missing(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let post = try await library.posts.find(id: "p5")
            let author = try await repositoryError {
                _ = try await post.author(in: library.writers)
            }
            #expect(author.code == .notFound)
            let reviewer = try await repositoryError {
                _ = try await post.reviewer(in: library.writers)
            }
            #expect(reviewer.code == .notFound)
            let topic = try await repositoryError {
                _ = try await post.topics(in: library.topics)
            }
            #expect(topic.code == .notFound && topic.index == 1)
            // A list with related entities leaves out missing ones.
            let list = try await library.posts.find(with: Topic.self, by: .reference { $0.topics })
            #expect(list.last?.related.map(\.title) == ["Swift"])
        }
    }

    @Test("an array of references is a many-to-many relation", arguments: Store.allCases)
    func many(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let post = try await library.posts.find(id: "p1")
            let topics = try await post.topics(in: library.topics)
            #expect(topics.map(\.title) == ["SQL", "Swift"])
            let swift = try #require(topics.last)
            #expect(try await swift.posts(in: library.posts).map(\.id) == ["p1", "p3", "p5"])
            let bo = try await library.writers.find(id: "bo")
            #expect(try await bo.editedPosts(in: library.posts).map(\.id) == ["p3"])
            let edited = try await library.posts.find(id: "p3")
            #expect(try await edited.editors(in: library.writers).map(\.name) == ["Bo", "Ada"])
        }
    }

    @Test("referring entities are filtered, ordered and limited", arguments: Store.allCases)
    func inverse(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let ada = try await library.writers.find(id: "ada")
            #expect(try await ada.posts(in: library.posts).map(\.id) == ["p1", "p2"])
            let last = try await ada.posts(
                in: library.posts,
                limit: 1,
                orderedBy: { [$0.text.descending] }
            )
            #expect(last.map(\.id) == ["p2"])
            let liked = try await ada.posts(in: library.posts) { $0.likes > 3 }
            #expect(liked.map(\.id) == ["p1"])
            // Another reference of the same posts, and one within a type.
            #expect(try await ada.reviewedPosts(in: library.posts).map(\.id) == ["p3"])
            #expect(try await ada.pupils(in: library.writers).map(\.name) == ["Bo"])
            let acme = try await library.employers.find(id: 1)
            #expect(try await acme.writers(in: library.writers).map(\.name) == ["Ada", "Bo"])
        }
    }

    @Test("referring entities are found by an index")
    func indexed() async throws {
        try await Library.runWithPosts(in: .sqlite) { library in
            let fields = Post.Fields()
            for filter in [fields.author == "ada", fields.topics.contains(1)] {
                let explanation = try await library.posts.explain(Criteria(filter: filter))
                #expect(!explanation.scansAllRecords && !explanation.filtersDocuments)
            }
            for (filter, key) in [
                (fields.author.name == "Ada", "author"), (fields.topics.title == "Tea", "topics"),
                (fields.editors.mentor.name == "Ada", "editors"),
            ] {
                let explanation = try await library.posts.explain(Criteria(filter: filter))
                #expect(!explanation.scansAllRecords && explanation.searched.contains(key))
            }
        }
    }

    @Test("a list is read with its related entities in two queries, whatever its length")
    func prefetched() async throws {
        let storage = CountingStorage(MemoryStorage())
        let library = try await Library(storage)
        try await library.writers.storeOrUpdate(
            (0..<50).map { Writer(id: "w\($0)", name: "n\($0)", age: nil) }
        )
        try await library.posts.storeOrUpdate(
            (0..<400).map { Post(id: "p\($0)", text: "t", author: "w\($0 % 50)", reviewer: nil) }
        )
        let before = storage.queryCount
        let list = try await library.posts.find(with: Writer.self, by: .reference { $0.author })
        #expect(list.allSatisfy { $0.related.first?.id == $0.entity.author })
        #expect(storage.queryCount - before == 2)
        let people = try await library.writers.find(
            with: Post.self,
            by: .inverse(of: { $0.author })
        )
        #expect(people.allSatisfy { $0.related.count == 8 })
        #expect(storage.queryCount - before == 4)
    }

    @Test("a list is observed with its related entities", arguments: Store.allCases)
    func observed(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            var lists = library.posts.observe(
                with: Writer.self,
                by: .reference { $0.author },
                limit: 1,
                orderedBy: { [$0.text.descending] },
                where: { $0.author.name == "Ada" }
            ).makeAsyncIterator()
            #expect(try await lists.next()?.map { $0.related.map(\.age) } == [[36]])
            // Another writer, another post, and a renamed writer.
            try await library.writers.patch(id: "ada", with: .init(age: .set(37)))
            #expect(try await lists.next()?.map { $0.related.map(\.age) } == [[37]])
            try await library.posts.patch(id: "p2", with: .init(text: .set("zwei")))
            #expect(try await lists.next()?.map(\.entity.text) == ["zwei"])
            try await library.writers.patch(id: "ada", with: .init(name: .set("Eve")))
            #expect(try await lists.next()?.isEmpty == true)
        }
    }

    @Test(
        "references are followed before and after the server assigns identities",
        arguments: Store.allCases
    )
    func proxies(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let projects = RepositoryProxy(
                remote: world.projects,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            let tickets = RepositoryProxy(
                remote: world.tickets,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            let home = try await projects.create(Project.Draft(title: "Home"))
            let first = try await tickets.create(Ticket.Draft(title: "a", project: home.id))
            let second = try await tickets.create(Ticket.Draft(title: "b", blockedBy: [first.id]))
            for _ in 0..<2 {
                // These have the temporary identities, which the server has replaced the second
                // time.
                #expect(try await first.project(in: projects)?.title == "Home")
                #expect(try await second.project(in: projects) == nil)
                #expect(try await second.blockedBy(in: tickets).map(\.title) == ["a"])
                #expect(try await home.tickets(in: tickets).map(\.title) == ["a"])
                #expect(try await first.blocking(in: tickets).map(\.title) == ["b"])
                #expect(try await tickets.find { $0.project.title == "Home" }.map(\.title) == ["a"])
                #expect(
                    try await tickets.find { $0.blockedBy.project.title == "Home" }.map(\.title)
                        == ["b"]
                )
                // The same store without a server.
                let stored = LocalRepository<Project>(storage: world.storage)
                #expect(try await first.project(in: stored)?.title == "Home")
                let storedTickets = LocalRepository<Ticket>(storage: world.storage)
                #expect(try await home.tickets(in: storedTickets).map(\.title) == ["a"])
                #expect(try await second.blockedBy(in: storedTickets).map(\.title) == ["a"])
                #expect(await world.synchronize().isComplete)
            }
        }
    }

    @Test("references are followed on a service, too", arguments: [Store.memory])
    func remote(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let home = try await world.projects.create(Project.Draft(title: "Home"))
            let first = try await world.tickets.create(Ticket.Draft(title: "a", project: home.id))
            #expect(try await first.project(in: world.projects)?.title == "Home")
            #expect(try await first.blockedBy(in: world.tickets).isEmpty)
        }
    }
}
