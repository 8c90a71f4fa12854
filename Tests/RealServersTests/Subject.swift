import Foundation
import RepositoryRuntime

/// A repository of generated code on a real server, as far as all four have it in common.
protocol Subject: Sendable {
    associatedtype
        Repository: OfflineRepository, CreateNetworkingRepository,
            ReadNetworkingRepository, DeleteNetworkingRepository, PatchableRepository

    /// The name of the server.
    static var server: String { get }
    /// The repository on a session.
    static func plain(_ session: any Networking) -> Repository
    /// The repository on a session, with what its entities refer to in place.
    static func repository(_ session: any Networking) async throws -> Repository
    static func draft(_ title: String, _ priority: Int) -> Repository.Entity.Draft
    static func title(_ text: String) -> Repository.Entity.Patch
    static func priority(_ number: Int) -> Repository.Entity.Patch
    static func content(_ entity: Repository.Entity) -> Content
    /// The entity with another title, put in its place; nil where the server cannot do that.
    static func replace(
        _ entity: Repository.Entity,
        title: String,
        in repository: Repository
    ) async throws -> Repository.Entity?
}

extension Subject {
    static func repository(_ session: any Networking) async throws -> Repository {
        plain(session)
    }
}

/// What is compared of an entity.
struct Content: Hashable, Sendable {
    var title: String
    var priority: Int
}

enum KintoSubject: Subject {
    static let server = "kinto"

    static func plain(_ session: any Networking) -> Records {
        Records(store: session)
    }

    static func draft(_ title: String, _ priority: Int) -> Record.Draft {
        Record.Draft(id: UUID().uuidString.lowercased(), title: title, priority: priority)
    }

    static func title(_ text: String) -> Record.Patch { Record.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Record.Patch { Record.Patch(priority: .set(number)) }
    static func content(_ record: Record) -> Content {
        Content(title: record.title, priority: record.priority)
    }

    static func replace(
        _ record: Record,
        title: String,
        in repository: Records
    ) async throws -> Record? {
        var record = record
        record.title = title
        return try await repository.update(record)
    }
}

enum DatasetteSubject: Subject {
    static let server = "datasette"

    static func plain(_ session: any Networking) -> Rows {
        Rows(store: session)
    }

    static func draft(_ title: String, _ priority: Int) -> Row.Draft {
        Row.Draft(title: title, priority: priority)
    }

    static func title(_ text: String) -> Row.Patch { Row.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Row.Patch { Row.Patch(priority: .set(number)) }
    static func content(_ row: Row) -> Content {
        Content(title: row.title, priority: row.priority)
    }

    static func replace(_ row: Row, title: String, in repository: Rows) async throws -> Row? {
        var row = row
        row.title = title
        return try await repository.update(row)
    }
}

enum DjangoSubject: Subject {
    static let server = "django"

    static func repository(_ session: any Networking) async throws -> Jobs {
        // Every job is done on a host; the first one of a fresh server has the identity 1.
        let hosts = Hosts(store: session)
        if try await hosts.find().isEmpty {
            try await hosts.create(Host.Draft(name: "alpha", system: nil))
        }
        return plain(session)
    }

    static func plain(_ session: any Networking) -> Jobs {
        Jobs(store: session)
    }

    static func draft(_ title: String, _ priority: Int) -> Job.Draft {
        Job.Draft(title: title, host: 1, priority: priority)
    }

    static func title(_ text: String) -> Job.Patch { Job.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Job.Patch { Job.Patch(priority: .set(number)) }
    static func content(_ job: Job) -> Content {
        Content(title: job.title, priority: job.priority)
    }

    static func replace(_ job: Job, title: String, in repository: Jobs) async throws -> Job? {
        var job = job
        job.title = title
        return try await repository.update(job)
    }
}

enum JSONAPISubject: Subject {
    static let server = "jsonapi"

    static func plain(_ session: any Networking) -> Articles {
        Articles(store: session)
    }

    static func draft(_ title: String, _ priority: Int) -> Article.Draft {
        Article.Draft(title: title, priority: priority, author: nil)
    }

    static func title(_ text: String) -> Article.Patch { Article.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Article.Patch { Article.Patch(priority: .set(number)) }
    static func content(_ article: Article) -> Content {
        Content(title: article.title, priority: article.priority)
    }

    static func replace(
        _ article: Article,
        title: String,
        in repository: Articles
    ) async throws -> Article? {
        nil
    }
}
