import RepositoryRuntime

enum JSONAPISubject: Subject {
    static let name = "jsonapi"
    static let keys = (title: "title", priority: "rating")
    static let made: Set = ["id", "created"]

    /// The author of all rich entities.
    private static let author = "5b0f2d1e-0000-4000-8000-000000000001"

    static func repository(_ session: any Networking) async throws -> Articles {
        let people = People(store: session)
        do throws(RepositoryError) {
            _ = try await people.find(id: Person.ID(author))
        } catch  where error.code == .notFound {
            try await people.create(Person.Draft(id: Person.ID(author), name: "Ada"))
        }
        return plain(session)
    }

    static func plain(_ session: any Networking) -> Articles { Articles(store: session) }

    static func draft(_ content: Content) -> Article.Draft {
        Article.Draft(
            title: content.title,
            body: content.isRich ? .value("näher") : .null,
            priority: content.priority,
            tags: content.isRich ? .value(["a", "b"]) : .null,
            author: content.isRich ? Person.ID(author) : nil
        )
    }

    static func patch(_ content: Content) -> Article.Patch {
        Article.Patch(
            title: .set(content.title),
            body: content.isRich ? .set("näher") : .clear,
            priority: .set(content.priority),
            tags: content.isRich ? .set(["a", "b"]) : .clear,
            author: content.isRich ? .set(Person.ID(author)) : .clear
        )
    }

    static func title(_ text: String) -> Article.Patch { Article.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Article.Patch { Article.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to article: inout Article) {
        let draft = draft(content)
        (article.title, article.priority) = (draft.title, draft.priority)
        (article.body, article.tags, article.author) = (draft.body, draft.tags, draft.author)
    }

    static func replace(_ article: Article, in repository: Articles) async throws -> Article? {
        nil
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "rating": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["body": "näher", "tags": ["a", "b"], "author": .string(author)] : [:]
        return common.merging(rest) { $1 }
    }
}
