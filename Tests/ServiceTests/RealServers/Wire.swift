import Foundation
import RepositoryRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The format of a subject's entities on a real server, written by hand.
struct Wire: Sendable {
    /// A request for one entity: the method, the path below the base, and the body.
    typealias Request = (method: String, path: String, body: JSON?)

    /// The path of the listing, with a query.
    let listing: String
    var mediaType = "application/json"
    /// The entities in the body of a listing.
    let entities: @Sendable (JSON) -> [JSON]
    /// The address of the next page.
    var next: @Sendable (JSON, HTTPURLResponse) -> String? = { _, _ in nil }
    /// An entity without its envelope.
    var members: @Sendable (JSON) -> [String: JSON] = { $0.object ?? [:] }
    let creation: @Sendable ([String: JSON]) -> Request
    let change: @Sendable (_ id: String, [String: JSON]) -> Request
    let deletion: @Sendable (_ id: String) -> Request
}

/// A subject on a third-party server.
protocol RealSubject: Subject {
    static var wire: Wire { get }
}

extension KintoSubject: RealSubject {
    private static let path = "buckets/default/collections/tasks/records"

    static let wire = Wire(
        listing: path,
        entities: { $0["data"]?.array ?? [] },
        next: { $1.value(forHTTPHeaderField: "Next-Page") },
        creation: { ("POST", path, ["data": .object($0)]) },
        change: { ("PATCH", "\(path)/\($0)", ["data": .object($1)]) },
        deletion: { ("DELETE", "\(path)/\($0)", nil) }
    )
}

extension DatasetteSubject: RealSubject {
    static let wire = Wire(
        listing: "tasks.json?_size=1000",
        entities: { $0["rows"]?.array ?? [] },
        next: { body, _ in body["next_url"]?.string },
        creation: { ("POST", "tasks/-/insert", ["row": .object($0)]) },
        change: { ("POST", "tasks/\($0)/-/update", ["update": .object($1)]) },
        deletion: { ("POST", "tasks/\($0)/-/delete", nil) }
    )
}

extension DjangoSubject: RealSubject {
    static let wire = Wire(
        listing: "tasks/?page_size=100",
        entities: { $0["results"]?.array ?? [] },
        next: { body, _ in body["next"]?.string },
        creation: { ("POST", "tasks/", .object($0)) },
        change: { ("PATCH", "tasks/\($0)/", .object($1)) },
        deletion: { ("DELETE", "tasks/\($0)/", nil) }
    )
}

extension JSONAPISubject: RealSubject {
    static let wire = Wire(
        listing: "articles?page%5Bsize%5D=0",
        mediaType: "application/vnd.api+json",
        entities: { $0["data"]?.array ?? [] },
        members: { resource in
            var members = resource["attributes"]?.object ?? [:]
            members["id"] = resource["id"]
            let author = resource["relationships"]?["author"]?["data"]?["id"]
            members["author"] = author ?? .null
            return members
        },
        creation: { members in
            let data: JSON = ["type": "articles", "attributes": .object(members)]
            return ("POST", "articles", ["data": data])
        },
        change: { id, changes in
            let data: JSON = [
                "type": "articles", "id": .string(id), "attributes": .object(changes),
            ]
            return ("PATCH", "articles/\(id)", ["data": data])
        },
        deletion: { ("DELETE", "articles/\($0)", nil) }
    )
}
