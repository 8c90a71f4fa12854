import Foundation
import RepositoryRuntime
import RepositorySQLite

/// A repository in a store without a server.
struct LocalRepository<Entity: RepositoryValues.Entity>: CRUDStorageRepository {
    let storage: any Storage
}

/// Posts, their authors, and the entities that both refer to, in one store.
struct Library {
    let employers: LocalRepository<Employer>
    let writers: LocalRepository<Writer>
    let topics: LocalRepository<Topic>
    let posts: LocalRepository<Post>

    init(_ storage: any Storage) async throws {
        employers = LocalRepository(storage: storage)
        writers = LocalRepository(storage: storage)
        topics = LocalRepository(storage: storage)
        posts = LocalRepository(storage: storage)
        try await employers.prepare()
        try await writers.prepare()
        try await topics.prepare()
        try await posts.prepare()
    }

    /// Runs a body with an empty library.
    static func run(in store: Store, _ body: (Library) async throws -> Void) async throws {
        guard store == .sqlite else { return try await body(Library(MemoryStorage())) }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "library-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(Library(SQLiteStorage(url: file)))
    }

    /// Runs a body with four writers, two employers, three topics and five posts.
    ///
    /// Ada and Bo work for Acme, Cy is unemployed, and Di's employer is not in the store. Ada has
    /// taught Bo, and Bo has taught Cy. The author of the last post is not in the store.
    static func runWithPosts(
        in store: Store,
        _ body: (Library) async throws -> Void
    ) async throws {
        try await run(in: store) { library in
            try await library.employers.storeOrUpdate([
                Employer(id: 1, name: "Acme", city: "Bern", property: "much"),
                Employer(id: 2, name: "Bolt"),
            ])
            try await library.writers.storeOrUpdate([
                Writer(id: "ada", name: "Ada", nickname: "A.", age: 36, employer: 1),
                Writer(id: "bo", name: "Bo", age: 20, employer: 1, mentor: "ada"),
                Writer(id: "cy", name: "Cy", age: nil, mentor: "bo", languages: ["de", "fr"]),
                Writer(id: "di", name: "Di", age: 50, employer: 9),
            ])
            try await library.topics.storeOrUpdate([
                Topic(id: 1, title: "Swift"), Topic(id: 2, title: "SQL"),
                Topic(id: 3, title: "Tea"),
            ])
            try await library.posts.storeOrUpdate([
                Post(
                    id: "p1",
                    text: "one",
                    likes: 5,
                    author: "ada",
                    reviewer: "bo",
                    topics: [2, 1]
                ),
                Post(id: "p2", text: "two", likes: 2, author: "ada", reviewer: nil),
                Post(
                    id: "p3",
                    text: "three",
                    author: "cy",
                    reviewer: "ada",
                    translator: .value("bo"),
                    topics: [1],
                    editors: ["bo", "ada"]
                ),
                Post(id: "p4", text: "four", author: "di", reviewer: nil, translator: .null),
                Post(id: "p5", text: "five", author: "eve", reviewer: "zoe", topics: [1, 7]),
            ])
            try await body(library)
        }
    }

    /// Returns the identities of the posts that match a condition.
    func ids(_ filter: @Sendable (Post.Fields) -> Condition) async throws -> [String] {
        try await posts.find(orderedBy: { [$0.id.ascending] }, where: filter).map(\.id)
    }
}
