import ExampleServer
import Foundation
import RepositoryRuntime

extension PlantedDifference {
    static let all = fastAPI + kinto + django + jsonAPI

    private static let fastAPI: [PlantedDifference] = [
        // Shapes.
        .init("fastapi", "a required key is missing", at: "      name: String", .objects("taken_at") { $0.remove("name") }),
        .init("fastapi", "a number is text", at: "      count: Int", .objects("taken_at") { $0["count"] = "7" }),
        .init("fastapi", "a list is null", at: "      tags: \"[String]\"", .objects("taken_at") { $0["tags"] = .null }),
        .init("fastapi", "a boolean is 0", at: "      isNew: Bool", .objects("taken_at") { $0["is_new"] = 0 }),
        .init("fastapi", "a listing is a page of HTML", at: "    response: \"[String]\"", .media("text/html", in: "/limits")),
        // Behavior.
        .init("fastapi", "a total is too small", at: "total: meta.total", .body("GET", "/pages/numbers") { json in
            json["meta"] = ["total": 3]
        }),
        .init("fastapi", "a page is ignored", at: "total: meta.total", .ignoring("page", in: "/pages/numbers")),
        .init("fastapi", "a total is missing", at: "X-Total-Count", .without(header: "X-Total-Count")),
        .init("fastapi", "an offset is ignored", at: "paging: { offset: offset", .ignoring("offset", in: "/pages/offsets")),
        .init("fastapi", "an endpoint fails", at: "    get: /limits", Lie(request: { request in
            request.path.hasSuffix("/limits") ? ScriptedAnswer(500) : nil
        })),
    ]

    private static let kinto: [PlantedDifference] = [
        .init("kinto", "a text is a number", at: "      title: String", .objects("title") { $0["title"] = 5 }),
        .init("kinto", "a number is text", at: "      priority: {", .objects("title") { $0["priority"] = "3" }),
        .init("kinto", "a list is an object", at: "      tags: \"[String] = []\"", .objects("title") { $0["tags"] = [:] }),
        .init("kinto", "a nested key is missing", at: "      place?: {", .objects("title") { $0["place"] = ["zip": "1"] }),
        .init("kinto", "the envelope has another name", at: "    conventions: kinto", .body("GET") { json in
            json.rename("data", to: "record")
        }),
        .init("kinto", "If-Match is ignored", at: "    conventions: kinto", .ignoring(header: "If-Match")),
        .init("kinto", "changes are not told from the rest", at: "    conventions: kinto", .ignoring("_since")),
        .init("kinto", "the size of a page is ignored", at: "    conventions: kinto", .ignoring("_limit")),
        .init("kinto", "an order is ignored", at: "    conventions: kinto", .ignoring("_sort")),
        .init("kinto", "a deletion does nothing", at: "    remote: [create", .idle("DELETE", #"{"data": {"id": "x", "deleted": true}}"#)),
    ]

    private static let django: [PlantedDifference] = [
        .init("django", "a required key is missing", at: "      name: {", .objects("system") { $0.remove("name") }),
        .init("django", "a number in text is a number", at: "      hours?: {", .objects("hours") { $0["hours"] = 1.5 }),
        .init("django", "a reference is an object", at: "      host: Host.ID", .objects("host") { $0["host"] = ["id": 1] }),
        .init("django", "a date is a number", at: "      due?: Day?", .objects("due") { $0["due"] = 20_250_101 }),
        .init("django", "a listing has another name", at: "    conventions: djangoREST", .body("GET", "/hosts/") { json in
            json.rename("results", to: "items")
        }),
        .init("django", "a total is wrong", at: "    conventions: djangoREST", .body("GET") { json in
            if json["count"] != nil { json["count"] = 99 }
        }),
        .init("django", "the size of a page is ignored", at: "    conventions: djangoREST", .ignoring("page_size")),
        .init("django", "an order is ignored", at: "    conventions: djangoREST", .ignoring("ordering")),
        .init("django", "a filter is ignored", at: "greaterOrEqual: \"{key}__gte\"", .ignoring("priority__gte")),
        .init("django", "a patch does nothing", at: "    remote: [create", .idle("PATCH", "{}")),
    ]

    private static let jsonAPI: [PlantedDifference] = [
        .init("jsonapi", "a required attribute is missing", at: "      title: {", .objects("title") { $0.remove("title") }),
        .init("jsonapi", "a number is text", at: "      priority: {", .objects("title") { $0["rating"] = "4" }),
        .init("jsonapi", "a list is a text", at: "      tags?: ", .objects("title") { $0["tags"] = "a,b" }),
        .init("jsonapi", "a required text is null", at: "      name: String", .objects("name") { $0["name"] = .null }),
        .init("jsonapi", "an optional key has another name", at: "      body?: String?", .body("GET") { $0.rename("body", to: "Body") }),
        .init("jsonapi", "a total is too large", at: "    conventions: { like: jsonAPI", .objects("total") { $0["total"] = 99 }),
        .init("jsonapi", "the next page is not told", at: "    conventions: { like: jsonAPI", .objects("next") { $0["next"] = .null }),
        .init("jsonapi", "a filter is ignored", at: "objects: \"filter[objects]\"", .ignoring("filter[objects]")),
        .init("jsonapi", "failures say it elsewhere", at: "    conventions: { like: jsonAPI", .failures { json in
            json.rename("errors", to: "problems")
        }),
        .init("jsonapi", "what is not there is there", at: "remote: [create, read, patch, delete]", .status(200, insteadOf: 404, #"{"data": {"type": "people", "id": "1", "attributes": {"name": "a"}}}"#)),
    ]
}
