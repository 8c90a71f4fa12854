import RepositoryRuntime
import Testing

/// Conditions on referenced entities, by their fields.
@Suite struct ReferenceFieldTests {
    @Test("a property of the referenced entity is compared", arguments: Store.allCases)
    func related(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library async throws in
            #expect(try await library.ids { $0.author.name == "Ada" } == ["p1", "p2"])
            #expect(try await library.ids { $0.reviewer.name == "Ada" } == ["p3"])
            #expect(try await library.ids { $0.translator.name == "Bo" } == ["p3"])
            #expect(try await library.ids { $0.author.age > 36 } == ["p4"])
            #expect(try await library.ids { $0.author.age <= 36 } == ["p1", "p2"])
            #expect(
                try await library.ids { $0.author.name.isOneOf(["Cy", "Di"]) } == ["p3", "p4"]
            )
            #expect(try await library.ids { $0.author.name.hasPrefix("A") } == ["p1", "p2"])
            #expect(try await library.ids { $0.author.name.contains("i") } == ["p4"])
            #expect(
                try await library.ids { $0.author.name.localizedStandardContains("CY") } == ["p3"]
            )
            #expect(try await library.ids { $0.author.languages.contains("fr") } == ["p3"])
            #expect(
                try await library.ids { $0.author.languages.containsAny(of: ["de", "it"]) } == [
                    "p3"
                ]
            )
            #expect(try await library.ids { $0.author.id == "di" } == ["p4"])
        }
    }

    @Test("negation and nil work as in optional chaining", arguments: Store.allCases)
    func chaining(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library async throws in
            // The author of p5 is not in the store, p2 and p4 have no reviewer, and p5's reviewer
            // is missing, too.
            #expect(try await library.ids { $0.author.name != "Ada" } == ["p3", "p4", "p5"])
            #expect(
                try await library.ids { $0.reviewer.name != "Ada" } == ["p1", "p2", "p4", "p5"]
            )
            #expect(try await library.ids { $0.author.nickname == nil } == ["p3", "p4", "p5"])
            #expect(try await library.ids { $0.author.nickname != nil } == ["p1", "p2"])
            #expect(try await library.ids { $0.author.nickname.isNil } == ["p3", "p4", "p5"])
            #expect(try await library.ids { !($0.author.age > 36) } == ["p1", "p2", "p3", "p5"])
        }
    }

    @Test("a path leads through several references", arguments: Store.allCases)
    func path(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library async throws in
            #expect(try await library.ids { $0.author.employer.name == "Acme" } == ["p1", "p2"])
            #expect(try await library.ids { $0.author.mentor.mentor.name == "Ada" } == ["p3"])
            #expect(try await library.ids { $0.author.mentor.employer.city == "Bern" } == ["p3"])
            #expect(try await library.ids { $0.author.employer == 9 } == ["p4"])
            #expect(try await library.ids { $0.author.employer.city == nil } == ["p3", "p4", "p5"])
            // An existing reference to a missing entity.
            #expect(try await library.ids { $0.author.employer == nil } == ["p3", "p5"])
            #expect(try await library.ids { $0.author.mentor.isNil } == ["p1", "p2", "p4", "p5"])
            #expect(
                try await library.ids {
                    $0.author.employer.refers(to: Employer.self) { $0.name == "Acme" }
                } == ["p1", "p2"]
            )
            #expect(
                try await library.ids {
                    $0.author.id.isReferred(by: Writer.self, in: { $0.mentor }) { $0.name == "Cy" }
                }.isEmpty
            )
            #expect(
                try await library.ids {
                    $0.author.id.isReferred(by: Writer.self, in: \.mentor) { $0.name == "Bo" }
                } == ["p1", "p2"]
            )
            // A property with the same name as one of the field itself.
            #expect(
                try await library.ids { $0.author.employer.property == "much" } == ["p1", "p2"]
            )
            #expect(try await library.writers.find { $0.employer.property != nil }.count == 2)
        }
    }

    @Test("one match in an array of references suffices", arguments: Store.allCases)
    func lists(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library async throws in
            #expect(try await library.ids { $0.topics.title == "Swift" } == ["p1", "p3", "p5"])
            #expect(try await library.ids { $0.topics.title == "SQL" } == ["p1"])
            #expect(try await library.ids { $0.topics.title != "Swift" } == ["p2", "p4"])
            #expect(try await library.ids { $0.topics.title == nil } == ["p2", "p4"])
            #expect(try await library.ids { $0.editors.employer.name == "Acme" } == ["p3"])
            // One entity, or one each.
            #expect(
                try await library.ids { $0.editors.name == "Bo" && $0.editors.age == 36 } == ["p3"]
            )
            let one = try await library.ids {
                $0.editors.refers(to: Writer.self) { $0.name == "Bo" && $0.age == 36 }
            }
            #expect(one.isEmpty)
        }
    }

    @Test("used directly, the field contains identities", arguments: Store.allCases)
    func field(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library async throws in
            #expect(try await library.ids { $0.author == "ada" } == ["p1", "p2"])
            #expect(try await library.ids { $0.author != "ada" } == ["p3", "p4", "p5"])
            #expect(try await library.ids { $0.reviewer == nil } == ["p2", "p4"])
            #expect(try await library.ids { $0.reviewer != nil } == ["p1", "p3", "p5"])
            #expect(try await library.ids { $0.reviewer.isNil } == ["p2", "p4"])
            #expect(try await library.ids { $0.author.isOneOf(["cy", "di"]) } == ["p3", "p4"])
            #expect(
                try await library.ids { $0.author < "b" || $0.author >= "e" } == ["p1", "p2", "p5"]
            )
            #expect(try await library.ids { $0.author <= "ada" } == ["p1", "p2"])
            #expect(try await library.ids { $0.author > "d" } == ["p4", "p5"])
            #expect(try await library.ids { $0.topics.contains(2) } == ["p1"])
            #expect(try await library.ids { $0.topics.containsAny(of: [2, 7]) } == ["p1", "p5"])
            #expect(try await library.ids { $0.topics == [1] } == ["p3"])
            #expect(
                try await library.ids { $0.author.refers(to: Writer.self) { $0.name == "Di" } }
                    == ["p4"]
            )
        }
    }

    @Test("used directly, the field names a property", arguments: Store.allCases)
    func name(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            let (posts, writers) = (library.posts, library.writers)
            let busy = try await writers.find {
                $0.id.isReferred(by: Post.self, in: { $0.author }) { $0.likes > 1 }
            }
            #expect(busy.map(\.id) == ["ada"])
            let sorted = try await posts.find(
                orderedBy: { [$0.author.descending, $0.text.ascending] },
                where: { $0.author.isOneOf(["ada", "cy"]) }
            )
            #expect(sorted.map(\.id) == ["p3", "p1", "p2"])
            let counts = try await posts.aggregate({ _ in .count }, by: { $0.author })
            #expect(counts == ["ada": 2, "cy": 1, "di": 1, "eve": 1])
            let reviewers = try await posts.values(of: { $0.reviewer })
            #expect(reviewers == ["bo", "ada", "zoe"])
            let people = try await writers.find(
                with: Post.self,
                by: .inverse(of: { $0.author }, where: { $0.reviewer.name != nil })
            )
            #expect(people.map { $0.related.map(\.id) } == [["p1"], [], ["p3"], []])
            let works = try await writers.find { $0.employer == 1 }
            #expect(works.map(\.id) == ["ada", "bo"])
        }
    }

    @Test("conditions through references are observed", arguments: Store.allCases)
    func observed(store: Store) async throws {
        try await Library.runWithPosts(in: store) { library in
            var counts = library.posts.observeCount { $0.author.employer.name == "Bolt" }
                .makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try await library.writers.patch(id: "ada", with: .init(employer: .set(2)))
            #expect(try await counts.next() == 2)
            try await library.employers.patch(id: 2, with: .init(name: .set("Nut")))
            #expect(try await counts.next() == 0)
        }
    }

    @Test(
        "a condition that only a store can evaluate is not sent to a service",
        arguments: [Store.memory]
    )
    func refused(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let error = try await repositoryError {
                _ = try await world.tickets.find { $0.project.title == "Home" }
            }
            #expect(error.code == .invalidRequest)
            #expect(error.message.contains("cannot be sent to a service"))
        }
    }
}
