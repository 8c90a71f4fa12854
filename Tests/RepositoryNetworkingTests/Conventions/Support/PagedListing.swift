import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// A listing of five notes in three pages, and the requests needed to read it to the end.
struct PagedListing: Sendable, CustomTestStringConvertible {
    /// The content of a page; `{url}` is the URL of the server.
    struct Answer: Sendable {
        var body: String
        var headers: [String: String] = [:]
        var status = 200
    }

    let testDescription: String
    let paging: Conventions.Paging
    var envelope = Conventions.Envelope()
    let answers: [Answer]
    let lines: [String]

    /// The notes on its pages.
    static let pages = ["[\(json(1)),\(json(2))]", "[\(json(3)),\(json(4))]", "[\(json(5))]"]

    /// The notes.
    static let notes = (1...5).map { Note(id: "n\($0)", text: "t\($0)", likes: $0) }

    /// Returns a note as the service encodes it.
    static func json(_ number: Int) -> String {
        #"{"id":"n\#(number)","text":"t\#(number)","likes":\#(number)}"#
    }

    /// The conventions of a service without criteria.
    var conventions: Conventions {
        Conventions(
            envelope: envelope,
            paging: paging,
            query: .init(filter: .parameters([:]), sort: nil, limit: nil, offset: nil)
        )
    }

    /// Scripts the responses of a server.
    func script(_ server: ExampleServer, at url: String) async {
        var scripted: [ScriptedAnswer] = []
        for answer in answers {
            scripted.append(
                .json(
                    answer.body.replacing("{url}", with: url),
                    status: answer.status,
                    headers: answer.headers.mapValues { $0.replacing("{url}", with: url) }
                )
            )
        }
        await server.script("GET", "/notes", scripted)
    }
}

extension PagedListing {
    static let all = linked + counted + marked

    /// With links.
    private static let linked: [PagedListing] = [
        PagedListing(
            testDescription: "Link",
            paging: .init(.link),
            answers: [
                Answer(
                    body: pages[0],
                    headers: [
                        "Link": #"<{url}/notes?a=1,2;3>; title="x, y"; rel="next", </>; rel=up"#
                    ]
                ),
                Answer(
                    body: pages[1],
                    headers: ["Link": #"</notes>; rel=first, </notes?c>;rel="last NEXT""#]
                ),
                Answer(body: pages[2], headers: ["Link": #"</notes>; rel="first""#]),
            ],
            lines: ["GET /notes", "GET /notes?a=1,2;3", "GET /notes?c"]
        ),
        PagedListing(
            testDescription: "another header",
            paging: .init(.header("Next-Page"), size: 2, sizeParameter: "_limit"),
            answers: [
                Answer(body: pages[0], headers: ["Next-Page": "{url}/notes?_limit=2&_token=a"]),
                Answer(body: pages[1], headers: ["next-page": "{url}/notes?_limit=2&_token=b"]),
                Answer(body: pages[2]),
            ],
            lines: [
                "GET /notes?_limit=2", "GET /notes?_limit=2&_token=a",
                "GET /notes?_limit=2&_token=b",
            ]
        ),
        linkedInBody("absolute, null at the end", "{url}/notes?p=2", "{url}/notes?p=3", "null"),
        linkedInBody("relative to the host, absent", "/notes?p=2", "/notes?p=3", nil),
        linkedInBody("without a slash, empty", "notes?p=2", "?p=3", #""""#),
        linkedInBody("in an object, false", "/notes?p=2", "?p=3", "false", isObject: true),
        linkedInBody("in an object, which is empty", "?p=2", "?p=3", "[]", isObject: true),
    ]

    private static func linkedInBody(
        _ description: String,
        _ second: String,
        _ third: String,
        _ end: String?,
        isObject: Bool = false
    ) -> PagedListing {
        func body(_ page: Int, _ next: String?) -> Answer {
            let links = next.map { #","links":{"next":\#($0)}"# } ?? ""
            return Answer(body: #"{"rows":\#(pages[page])\#(links)}"#)
        }
        func link(_ text: String) -> String {
            isObject ? #"{"href":"\#(text)","meta":{}}"# : "\"\(text)\""
        }
        return PagedListing(
            testDescription: "next: \(description)",
            paging: .init(.next("links.next"), total: .member("count")),
            envelope: .init(list: "rows"),
            answers: [
                body(0, link(second)), body(1, link(third)), body(2, end),
            ],
            lines: ["GET /notes", "GET /notes?p=2", "GET /notes?p=3"]
        )
    }

    /// With numbers.
    private static let counted: [PagedListing] = [
        PagedListing(
            testDescription: "page, not full",
            paging: .init(.page(parameter: "page", first: 1), size: 2, sizeParameter: "limit"),
            answers: pages.map { Answer(body: $0) },
            lines: ["1", "2", "3"].map { "GET /notes?limit=2&page=\($0)" }
        ),
        PagedListing(
            testDescription: "page from 0, empty",
            paging: .init(.page(parameter: "page", first: 0)),
            answers: (pages + ["[]"]).map { Answer(body: $0) },
            lines: ["0", "1", "2", "3"].map { "GET /notes?page=\($0)" }
        ),
        PagedListing(
            testDescription: "page, not there",
            paging: .init(.page(parameter: "page", first: 1)),
            answers: pages.map { Answer(body: $0) } + [Answer(body: "<html>", status: 404)],
            lines: ["1", "2", "3", "4"].map { "GET /notes?page=\($0)" }
        ),
        PagedListing(
            testDescription: "page, refused behind the total",
            paging: .init(.page(parameter: "page", first: 1), total: .header("X-WP-Total")),
            answers: pages.map { Answer(body: $0, headers: ["X-WP-Total": "5"]) }
                + [Answer(body: #"{"code":"rest_post_invalid_page_number"}"#, status: 400)],
            lines: ["1", "2", "3", "4"].map { "GET /notes?page=\($0)" }
        ),
        PagedListing(
            testDescription: "offset, not full",
            paging: .init(.offset(parameter: "skip"), size: 2, sizeParameter: "take"),
            answers: pages.map { Answer(body: $0) },
            lines: ["0", "2", "4"].map { "GET /notes?take=2&skip=\($0)" }
        ),
        PagedListing(
            testDescription: "offset, fewer than asked for, by the total",
            paging: .init(
                .offset(parameter: "skip"),
                size: 100,
                sizeParameter: "take",
                total: .header("X-Total")
            ),
            answers: pages.map { Answer(body: $0, headers: ["X-Total": "5"]) },
            lines: ["0", "2", "4"].map { "GET /notes?take=100&skip=\($0)" }
        ),
    ]

    /// With tokens and identities.
    private static let marked: [PagedListing] = [
        PagedListing(
            testDescription: "token, null at the end",
            paging: .init(
                .token("meta.next", parameter: "_next"),
                size: 2,
                sizeParameter: "_size"
            ),
            envelope: .init(list: "rows"),
            answers: [#""20,b""#, "7", "null"].enumerated().map { index, token in
                Answer(body: #"{"rows":\#(pages[index]),"meta":{"next":\#(token)}}"#)
            },
            lines: [
                "GET /notes?_size=2", "GET /notes?_size=2&_next=20%2Cb",
                "GET /notes?_size=2&_next=7",
            ]
        ),
        PagedListing(
            testDescription: "token, empty at the end",
            paging: .init(.token("next", parameter: "after")),
            envelope: .init(list: "rows"),
            answers: [#","next":"a""#, #","next":"b""#, #","next":"""#].enumerated()
                .map { index, token in Answer(body: #"{"rows":\#(pages[index])\#(token)}"#) },
            lines: ["GET /notes", "GET /notes?after=a", "GET /notes?after=b"]
        ),
        PagedListing(
            testDescription: "token in a header, none at the end",
            paging: .init(.headerToken("X-Next", parameter: "after")),
            answers: [["x-next": "a=1&b"], ["X-Next": "c"], [:]].enumerated()
                .map { index, headers in Answer(body: pages[index], headers: headers) },
            lines: ["GET /notes", "GET /notes?after=a%3D1%26b", "GET /notes?after=c"]
        ),
        PagedListing(
            testDescription: "last identity, has_more false",
            paging: .init(.lastID(parameter: "starting_after"), more: "has_more"),
            envelope: .init(list: "data"),
            answers: [true, true, false].enumerated().map { index, hasMore in
                Answer(body: #"{"data":\#(pages[index]),"has_more":\#(hasMore)}"#)
            },
            lines: [
                "GET /notes", "GET /notes?starting_after=n2", "GET /notes?starting_after=n4",
            ]
        ),
        PagedListing(
            testDescription: "token, which is there at the end, too",
            paging: .init(.token("meta.next", parameter: "after"), more: "meta.more"),
            envelope: .init(list: "rows"),
            answers: [true, true, false].enumerated().map { index, hasMore in
                let meta = #"{"next":"\#(index)","more":\#(hasMore)}"#
                return Answer(body: #"{"rows":\#(pages[index]),"meta":\#(meta)}"#)
            },
            lines: ["GET /notes", "GET /notes?after=0", "GET /notes?after=1"]
        ),
        PagedListing(
            testDescription: "page, not full, and more all the same",
            paging: .init(.page(parameter: "page", first: 1), size: 3, more: "more"),
            envelope: .init(list: "rows"),
            answers: ["true", "true", "null"].enumerated().map { index, more in
                Answer(body: #"{"rows":\#(pages[index]),"more":\#(more)}"#)
            },
            lines: ["1", "2", "3"].map { "GET /notes?page=\($0)" }
        ),
        PagedListing(
            testDescription: "address, which is there at the end, too",
            paging: .init(.next("next"), more: "more"),
            envelope: .init(list: "rows"),
            answers: [true, true, false].enumerated().map { index, hasMore in
                Answer(
                    body: #"{"rows":\#(pages[index]),"next":"?p=\#(index)","more":\#(hasMore)}"#
                )
            },
            lines: ["GET /notes", "GET /notes?p=0", "GET /notes?p=1"]
        ),
        PagedListing(
            testDescription: "last identity, empty",
            paging: .init(.lastID(parameter: "after")),
            answers: (pages + ["[]"]).map { Answer(body: $0) },
            lines: [
                "GET /notes", "GET /notes?after=n2", "GET /notes?after=n4", "GET /notes?after=n5",
            ]
        ),
    ]
}
