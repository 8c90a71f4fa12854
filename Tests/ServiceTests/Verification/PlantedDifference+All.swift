import ExampleServer
import Foundation
import RepositoryRuntime

extension PlantedDifference {
    static let all = fastAPI + kinto + django + jsonAPI

    private static let fastAPI: [PlantedDifference] = [
        // Shapes.
        .init(
            "fastapi",
            "GetSamples",
            "a required key is missing",
            at: "      name: String",
            .objects("taken_at") { $0.remove("name") }
        ),
        .init(
            "fastapi",
            "GetSamples",
            "a number is text",
            at: "      count: Int",
            .objects("taken_at") { $0["count"] = "7" }
        ),
        .init(
            "fastapi",
            "GetSamples",
            "a list is null",
            at: "      tags: \"[String]\"",
            .objects("taken_at") { $0["tags"] = .null }
        ),
        .init(
            "fastapi",
            "GetSamples",
            "a boolean is 0",
            at: "      isNew: Bool",
            .objects("taken_at") { $0["is_new"] = 0 }
        ),
        .init(
            "fastapi",
            "GetLimits",
            "a listing is a page of HTML",
            at: "    response: \"[String]\"",
            .media("text/html", in: "/limits")
        ),
        // Behavior.
        .init(
            "fastapi",
            "ListNumbered",
            "a total is too small",
            at: "total: meta.total",
            .body("GET", "/pages/numbers") { json in
                json["meta"] = ["total": 3]
            }
        ),
        .init(
            "fastapi",
            "ListNumbered",
            "a page is ignored",
            at: "total: meta.total",
            .ignoring("page", in: "/pages/numbers")
        ),
        .init(
            "fastapi",
            "ListByOffset",
            "a total is missing",
            at: "X-Total-Count",
            .without(header: "X-Total-Count")
        ),
        .init(
            "fastapi",
            "ListByOffset",
            "an offset is ignored",
            at: "paging: { offset: offset",
            .ignoring("offset", in: "/pages/offsets")
        ),
        .init(
            "fastapi",
            "GetLimits",
            "an endpoint fails",
            at: "    get: /limits",
            Lie(request: { request in
                request.path.hasSuffix("/limits") ? ScriptedAnswer(500) : nil
            })
        ),
    ]

    private static let kinto: [PlantedDifference] = [
        .init(
            "kinto",
            "Records",
            "a text is a number",
            at: "      title: String",
            .objects("title") { $0["title"] = 5 }
        ),
        .init(
            "kinto",
            "Records",
            "a number is text",
            at: "      priority: {",
            .objects("title") { $0["priority"] = "3" }
        ),
        .init(
            "kinto",
            "Records",
            "a list is an object",
            at: "      tags: \"[String] = []\"",
            .objects("title") { $0["tags"] = [:] }
        ),
        .init(
            "kinto",
            "Records",
            "a nested key is missing",
            at: "      place?: {",
            .objects("title") { $0["place"] = ["zip": "1"] }
        ),
        .init(
            "kinto",
            "Records",
            "the envelope has another name",
            at: "    conventions: kinto",
            .body("GET") { json in
                json.rename("data", to: "record")
            }
        ),
        .init(
            "kinto",
            "Records",
            "If-Match is ignored",
            at: "    conventions: kinto",
            .ignoring(header: "If-Match")
        ),
        .init(
            "kinto",
            "Records",
            "changes are not told from the rest",
            at: "    conventions: kinto",
            .ignoring("_since")
        ),
        .init(
            "kinto",
            "Records",
            "the size of a page is ignored",
            at: "    conventions: kinto",
            .ignoring("_limit")
        ),
        .init(
            "kinto",
            "Records",
            "an order is ignored",
            at: "    conventions: kinto",
            .ignoring("_sort")
        ),
        .init(
            "kinto",
            "Records",
            "a deletion does nothing",
            at: "    remote: [create",
            .idle("DELETE", #"{"data": {"id": "x", "deleted": true}}"#)
        ),
    ]

    private static let django: [PlantedDifference] = [
        .init(
            "django",
            "Hosts",
            "a required key is missing",
            at: "      name: {",
            .objects("system") { $0.remove("name") }
        ),
        .init(
            "django",
            "Jobs",
            "a number in text is a number",
            at: "      hours?: {",
            .objects("hours") { $0["hours"] = 1.5 }
        ),
        .init(
            "django",
            "Jobs",
            "a reference is an object",
            at: "      host: Host.ID",
            .objects("host") { $0["host"] = ["id": 1] }
        ),
        .init(
            "django",
            "Jobs",
            "a date is a number",
            at: "      due?: Day?",
            .objects("due") { $0["due"] = 20_250_101 }
        ),
        .init(
            "django",
            "Hosts",
            "a listing has another name",
            at: "    conventions: djangoREST",
            .body("GET", "/hosts/") { json in
                json.rename("results", to: "items")
            }
        ),
        .init(
            "django",
            "Jobs",
            "a total is wrong",
            at: "    conventions: djangoREST",
            .body("GET") { json in
                if json["count"] != nil { json["count"] = 99 }
            }
        ),
        .init(
            "django",
            "Jobs",
            "the size of a page is ignored",
            at: "    conventions: djangoREST",
            .ignoring("page_size")
        ),
        .init(
            "django",
            "Jobs",
            "an order is ignored",
            at: "    conventions: djangoREST",
            .ignoring("ordering")
        ),
        .init(
            "django",
            "Jobs",
            "a filter is ignored",
            at: "greaterOrEqual: \"{key}__gte\"",
            .ignoring("priority__gte")
        ),
        .init(
            "django",
            "Jobs",
            "a patch does nothing",
            at: "    remote: [create",
            .idle("PATCH", "{}")
        ),
    ]

    private static let jsonAPI: [PlantedDifference] = [
        .init(
            "jsonapi",
            "Articles",
            "a required attribute is missing",
            at: "      title: {",
            .objects("title") { $0.remove("title") }
        ),
        .init(
            "jsonapi",
            "Articles",
            "a number is text",
            at: "      priority: {",
            .objects("title") { $0["rating"] = "4" }
        ),
        .init(
            "jsonapi",
            "Articles",
            "a list is a text",
            at: "      tags?: ",
            .objects("title") { $0["tags"] = "a,b" }
        ),
        .init(
            "jsonapi",
            "People",
            "a required text is null",
            at: "      name: String",
            .objects("name") { $0["name"] = .null }
        ),
        .init(
            "jsonapi",
            "Articles",
            "an optional key has another name",
            at: "      body?: String?",
            .body("GET") { $0.rename("body", to: "Body") }
        ),
        .init(
            "jsonapi",
            "Articles",
            "a total is too large",
            at: "    conventions: { like: jsonAPI",
            .objects("total") { $0["total"] = 99 }
        ),
        .init(
            "jsonapi",
            "Articles",
            "the next page is not told",
            at: "    conventions: { like: jsonAPI",
            .objects("next") { $0["next"] = .null }
        ),
        .init(
            "jsonapi",
            "Articles",
            "a filter is ignored",
            at: "objects: \"filter[objects]\"",
            .ignoring("filter[objects]")
        ),
        .init(
            "jsonapi",
            "Articles",
            "failures say it elsewhere",
            at: "    conventions: { like: jsonAPI",
            .failures { json in
                json.rename("errors", to: "problems")
            }
        ),
        .init(
            "jsonapi",
            "Articles",
            "what is not there is there",
            at: "remote: [create, read, patch, delete]",
            .status(
                200,
                insteadOf: 404,
                #"{"data": {"type": "people", "id": "1", "attributes": {"name": "a"}}}"#
            )
        ),
    ]
}
