import RepositoryRuntime
import TestSupport
import Testing

/// On random data, conditions through references match those computed in Swift, in memory and in
/// SQLite, and those of `refers(to:where:)`.
@Suite struct ReferenceFieldLawTests {
    /// Random entities, some of which refer to missing ones.
    private struct Data {
        var employers: [Employer] = []
        var writers: [Writer] = []
        var topics: [Topic] = []
        var posts: [Post] = []

        private static let words = ["a", "b", "ab", "é", "e\u{301}", "", "A"]

        init(_ random: inout SeededGenerator) {
            func word() -> String { Self.words.randomElement(using: &random) ?? "" }
            func writer() -> String { "w\(Int.random(in: 0..<8, using: &random))" }
            func maybe<Value>(_ value: Value) -> Value? { random.once(in: 3) ? nil : value }
            for id in 0..<3 {
                employers.append(Employer(id: id, name: word(), city: maybe(word())))
            }
            for id in 0..<6 {
                writers.append(
                    Writer(
                        id: "w\(id)",
                        name: word(),
                        nickname: maybe(word()),
                        age: maybe(Int.random(in: 0..<4, using: &random)),
                        employer: maybe(Int.random(in: 0..<5, using: &random)),
                        mentor: maybe(writer())
                    )
                )
            }
            for id in 0..<3 { topics.append(Topic(id: id, title: word())) }
            for id in 0..<20 {
                let topics = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
                    Int.random(in: 0..<5, using: &random)
                }
                posts.append(
                    Post(
                        id: "p\(id)",
                        text: word(),
                        author: writer(),
                        reviewer: maybe(writer()),
                        topics: topics,
                        editors: maybe([writer(), writer()])
                    )
                )
            }
        }

        func employer(_ id: Int?) -> Employer? { employers.first { $0.id == id } }
        func writer(_ id: String?) -> Writer? { writers.first { $0.id == id } }
        func editors(_ post: Post) -> [Writer] { (post.editors ?? []).compactMap(writer) }
        func topics(_ post: Post) -> [Topic] {
            post.topics.compactMap { id in topics.first { $0.id == id } }
        }
    }

    /// A condition in three forms: by a path, by `refers(to:where:)`, and in Swift.
    private struct Statement {
        let name: String
        let path: @Sendable (Post.Fields) -> Condition
        let refers: @Sendable (Post.Fields) -> Condition
        let holds: @Sendable (Post, Data) -> Bool
    }

    private static func statements(_ word: String, _ number: Int) -> [Statement] {
        [
            Statement(name: "author.name ==") {
                $0.author.name == word
            } refers: {
                $0.author.refers(to: Writer.self) { $0.name == word }
            } holds: {
                $1.writer($0.author)?.name == word
            },
            Statement(name: "reviewer.name !=") {
                $0.reviewer.name != word
            } refers: {
                !$0.reviewer.refers(to: Writer.self) { $0.name == word }
            } holds: {
                $1.writer($0.reviewer)?.name != word
            },
            Statement(name: "reviewer.nickname == nil") {
                $0.reviewer.nickname == nil
            } refers: {
                !$0.reviewer.refers(to: Writer.self) { $0.nickname != nil }
            } holds: {
                $1.writer($0.reviewer)?.nickname == nil
            },
            Statement(name: "author.age >=") {
                $0.author.age >= number
            } refers: {
                $0.author.refers(to: Writer.self) { $0.age >= number }
            } holds: { post, data in
                data.writer(post.author)?.age.map { $0 >= number } ?? false
            },
            Statement(name: "not author.age <") {
                !($0.author.age < number)
            } refers: {
                !$0.author.refers(to: Writer.self) { $0.age < number }
            } holds: { post, data in
                !(data.writer(post.author)?.age.map { $0 < number } ?? false)
            },
            Statement(name: "author.employer ==") {
                $0.author.employer == number
            } refers: {
                $0.author.refers(to: Writer.self) { $0.employer == number }
            } holds: {
                $1.writer($0.author)?.employer == number
            },
            Statement(name: "author.employer.city !=") {
                $0.author.employer.city != word
            } refers: {
                !$0.author.refers(to: Writer.self) {
                    $0.employer.refers(to: Employer.self) { $0.city == word }
                }
            } holds: {
                $1.employer($1.writer($0.author)?.employer)?.city != word
            },
            Statement(name: "author.mentor.employer.name isOneOf") {
                $0.author.mentor.employer.name.isOneOf([word, "a"])
            } refers: {
                $0.author.refers(to: Writer.self) {
                    $0.mentor.refers(to: Writer.self) {
                        $0.employer.refers(to: Employer.self) { $0.name.isOneOf([word, "a"]) }
                    }
                }
            } holds: { post, data in
                let mentor = data.writer(data.writer(post.author)?.mentor)
                return data.employer(mentor?.employer).map { [word, "a"].contains($0.name) }
                    ?? false
            },
            Statement(name: "editors.name ==") {
                $0.editors.name == word
            } refers: {
                $0.editors.refers(to: Writer.self) { $0.name == word }
            } holds: { post, data in
                data.editors(post).contains { $0.name == word }
            },
            Statement(name: "editors.age == nil") {
                $0.editors.age == nil
            } refers: {
                !$0.editors.refers(to: Writer.self) { $0.age != nil }
            } holds: { post, data in
                data.editors(post).allSatisfy { $0.age == nil }
            },
            Statement(name: "topics.title != && author.name hasPrefix") {
                $0.topics.title != word && $0.author.name.hasPrefix(word)
            } refers: {
                !$0.topics.refers(to: Topic.self) { $0.title == word }
                    && $0.author.refers(to: Writer.self) { $0.name.hasPrefix(word) }
            } holds: { post, data in
                !data.topics(post).contains { $0.title == word }
                    && data.writer(post.author).map { $0.name.hasPrefix(word) } ?? false
            },
        ]
    }

    @Test("conditions match those computed in Swift", arguments: 0..<12)
    func conditions(seed: Int) async throws {
        var random = SeededGenerator(state: UInt64(seed))
        let data = Data(&random)
        let words = ["a", "é", "", "zz"]
        for store in Store.allCases {
            try await Library.run(in: store) { library in
                try await library.employers.storeOrUpdate(data.employers)
                try await library.writers.storeOrUpdate(data.writers)
                try await library.topics.storeOrUpdate(data.topics)
                try await library.posts.storeOrUpdate(data.posts)
                for (word, number) in zip(words, 0...) {
                    for statement in Self.statements(word, number) {
                        let expected = data.posts.filter { statement.holds($0, data) }.map(\.id)
                        let found = try await library.posts.find(where: statement.path).map(\.id)
                        let referring = try await library.posts.find(where: statement.refers)
                        let note = "\(statement.name) \(word) \(number) in \(store)"
                        #expect(Set(found) == Set(expected), "\(note)")
                        #expect(referring.map(\.id) == found, "\(note)")
                    }
                }
            }
        }
    }

    @Test("followed references match those computed in Swift", arguments: 0..<6)
    func functions(seed: Int) async throws {
        var random = SeededGenerator(state: UInt64(seed))
        let data = Data(&random)
        for store in Store.allCases {
            try await Library.run(in: store) { library in
                try await library.writers.storeOrUpdate(data.writers)
                try await library.topics.storeOrUpdate(data.topics)
                try await library.posts.storeOrUpdate(data.posts)
                for post in data.posts {
                    let author = try? await post.author(in: library.writers)
                    #expect(author == data.writer(post.author))
                    let topics = try? await post.topics(in: library.topics)
                    let isWhole = data.topics(post).count == post.topics.count
                    #expect(topics == (isWhole ? data.topics(post) : nil))
                }
                for writer in data.writers {
                    let posts = try await writer.posts(in: library.posts).map(\.id)
                    #expect(
                        Set(posts) == Set(data.posts.filter { $0.author == writer.id }.map(\.id))
                    )
                    let edited = try await writer.editedPosts(in: library.posts).map(\.id)
                    let editing = data.posts.filter { $0.editors?.contains(writer.id) ?? false }
                    #expect(Set(edited) == Set(editing.map(\.id)) && edited.count == editing.count)
                }
            }
        }
    }
}
