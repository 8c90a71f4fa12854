import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Error responses of services.
@Suite("Failures of services") struct ServiceFailureTests {
    // The trap: each text repeats the keys of all levels above it.
    @Test("nested texts are limited in number and depth")
    func nested() {
        func error(levels: Int) -> RepositoryError {
            let keys = String(repeating: #"{"key":"#, count: levels)
            let texts = (0..<500).map { "\"text \($0)\"" }.joined(separator: ",")
            let end = String(repeating: "}", count: levels)
            let body = #"{"errors":{"name":"# + keys + "[" + texts + "]" + end + "}}"
            return RepositoryError(
                status: NetworkingResponse(status: 422, body: Data(body.utf8)),
                to: NetworkingRequest(method: .get, path: "/a")
            )
        }
        let fields = error(levels: 2).service?.fields ?? []
        #expect(fields.count == 100)
        #expect(fields.first?.key == "name" && fields.first?.message == "key: key: text 0")
        #expect(error(levels: 400).service?.fields.isEmpty != false)
    }

    /// A body with its meaning.
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var status = 400
        let text: String
        var form = Conventions.ErrorForm()
        var message: String?
        var code: String?
        var fields: [String] = []

        static let all = plain + detailed

        private static let plain = [
            Body(
                testDescription: "a message",
                text: #"{"message":"Unknown field [id]"}"#,
                message: "Unknown field [id]"
            ),
            Body(
                testDescription: "a message with a reason that is null",
                status: 404,
                text: #"{"message":"No such file","reason":null}"#,
                message: "No such file"
            ),
            Body(
                testDescription: "a list of texts",
                text:
                    #"{"ok":false,"error":"no such column","errors":["no such column"],"status":400}"#,
                message: "no such column",
                fields: [": no such column"]
            ),
            Body(
                testDescription: "problem details of RFC 9457",
                status: 404,
                text: """
                    {"type":"about:blank","title":"Not Found","detail":"No such note","status":404}
                    """,
                message: "No such note"
            ),
            Body(
                testDescription: "a detail alone",
                status: 403,
                text: #"{"detail":"Not allowed."}"#,
                form: .init(fields: ""),
                message: "Not allowed."
            ),
            Body(
                testDescription: "a detail with a code and a message within",
                status: 409,
                text: #"{"detail":{"code":"taken","message":"The name is taken."}}"#,
                message: "The name is taken.",
                code: "taken"
            ),
            Body(
                testDescription: "an error with a code within",
                status: 402,
                text: #"{"error":{"code":"card_declined","message":"Declined","param":null}}"#,
                message: "Declined",
                code: "card_declined"
            ),
        ]

        private static let detailed = [
            Body(
                testDescription: "a number of its own, and the other side of a conflict",
                status: 412,
                text: """
                    {"code":412,"errno":114,"error":"Precondition Failed","message":"Modified",
                    "details":{"existing":{"id":"1","text":"theirs"}}}
                    """,
                form: .init(code: "errno", current: "details.existing"),
                message: "Modified",
                code: "114"
            ),
            Body(
                testDescription: "fields by location and name",
                text: """
                    {"code":400,"errno":107,"message":"Invalid parameters",
                    "details":[{"location":"body","name":"text","description":"Required"}]}
                    """,
                message: "Invalid parameters",
                code: "400",
                fields: ["text: Required"]
            ),
            Body(
                testDescription: "fields alone, with lists of texts",
                text: """
                    {"text":["This field is required.","Too short."],"non_field_errors":["No."],
                    "author":{"name":["Blank."]}}
                    """,
                form: .init(fields: ""),
                fields: [
                    "author: name: Blank.", "non_field_errors: No.",
                    "text: This field is required.", "text: Too short.",
                ]
            ),
            Body(
                testDescription: "fields with a text each",
                status: 422,
                text: """
                    {"_status":"ERR","_error":{"code":422,"message":"Insertion failure"},
                    "_issues":{"text":"required field","likes":"must be of integer type"}}
                    """,
                message: "Insertion failure",
                code: "422",
                fields: ["likes: must be of integer type", "text: required field"]
            ),
            Body(
                testDescription: "errors of JSON:API, with a status as text and no source",
                status: 409,
                text: #"{"errors":[{"status":"409","detail":"Wrong type","source":null}]}"#,
                message: "Wrong type",
                fields: [": Wrong type"]
            ),
            Body(
                testDescription: "errors of JSON:API, with pointers",
                status: 422,
                text: """
                    {"errors":[{"code":"blank","detail":"is blank",
                    "source":{"pointer":"/data/attributes/text"}},
                    {"detail":"is odd","source":{"parameter":"sort"}}]}
                    """,
                message: "is blank",
                code: "blank",
                fields: ["text: is blank", "sort: is odd"]
            ),
            Body(
                testDescription: "problem details, with pointers as fragments",
                status: 422,
                text: """
                    {"title":"Invalid","errors":[{"detail":"must be positive",
                    "pointer":"#/order/age"}]}
                    """,
                message: "Invalid",
                fields: ["age: must be positive"]
            ),
            Body(
                testDescription: "fields with codes",
                status: 422,
                text: """
                    {"message":"Validation Failed","documentation_url":"https://example.org",
                    "errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}
                    """,
                message: "Validation Failed",
                code: "missing_field",
                fields: ["title: missing_field"]
            ),
            Body(
                testDescription: "objects by field",
                text: """
                    {"errors":{"name":[{"message":"is blank","code":"blank"},{"message":"is odd"}]}}
                    """,
                fields: ["name: is blank", "name: is odd"]
            ),
            Body(
                testDescription: "objects by field, in the form that the conventions say",
                text: #"{"errors":{"at":{"why":{"text":"is late"},"code":7},"name":["is blank"]}}"#,
                form: .init(fields: "errors", fieldMessage: "why.text"),
                fields: ["at: is late", "name: is blank"]
            ),
            Body(
                testDescription: "fields of a nested object",
                text: #"{"errors":{"place":{"message":["is blank"],"town":["is odd"]}}}"#,
                fields: ["place: message: is blank", "place: town: is odd"]
            ),
            Body(
                testDescription: "places of FastAPI",
                status: 422,
                text: """
                    {"detail":[{"loc":["body","title"],"msg":"Field required","type":"missing"},
                    {"loc":["body","lines",0,"city"],"msg":"too short","type":"string"},
                    {"loc":["query","limit"],"msg":"not a number"},{"loc":["body"],"msg":"no object"}]}
                    """,
                fields: [
                    "title: Field required", "lines.0.city: too short", "limit: not a number",
                    ": no object",
                ]
            ),
            Body(
                testDescription: "places where the conventions say so",
                text: #"{"no":[{"at":["body","a"],"msg":"odd"},{"at":"b","msg":"even"}]}"#,
                form: .init(fields: "no", fieldKey: "at"),
                fields: ["a: odd", "b: even"]
            ),
            Body(
                testDescription: "an empty key for the whole",
                text: #"{"errors":{"":["No."],"name":["Odd."]}}"#,
                fields: [": No.", "name: Odd."]
            ),
            Body(
                testDescription: "fields where the conventions say so",
                text: #"{"problem":{"text":"No","where":[{"at":"likes","why":"odd"}],"no":7}}"#,
                form: .init(
                    message: "problem.text",
                    code: "problem.no",
                    fields: "problem.where",
                    fieldKey: "at",
                    fieldMessage: "why"
                ),
                message: "No",
                code: "7",
                fields: ["likes: odd"]
            ),
        ]
    }

    @Test("have the message, the code and the errors of each field", arguments: Body.all)
    func understood(body: Body) async throws {
        try await withService(Conventions(errors: body.form)) { server, notes async throws in
            await server.script("POST", "/notes", .json(body.text, status: body.status))
            let error = try await failure { try await notes.create(Note.Draft(text: "hi")) }
            let service = try #require(error.service)
            #expect(service.message == body.message)
            #expect(service.code == body.code)
            #expect(service.fields.map { "\($0.key ?? ""): \($0.message)" } == body.fields)
            #expect(error.status == body.status)
        }
    }

    @Test("have the message from the first existing of several places")
    func severalPlaces() async throws {
        var form = Conventions.ErrorForm(message: "error.text")
        form.otherMessages = ["problems[0]", "why"]
        let bodies = [
            (#"{"error":{"text":"a"},"why":"c"}"#, "a"), (#"{"problems":["b"],"why":"c"}"#, "b"),
            (#"{"error":{},"why":"c"}"#, "c"),
        ]
        try await withService(Conventions(errors: form)) { server, notes async throws in
            for (body, message) in bodies {
                await server.script("POST", "/notes", .json(body, status: 400))
                let error = try await failure { try await notes.create(Note.Draft(text: "hi")) }
                #expect(error.service?.message == message)
            }
        }
    }

    @Test("name no field if they concern the whole entity")
    func wholes() async throws {
        try await withService(Conventions()) { server, notes async throws in
            let body = #"{"errors":["No such column"],"detail":"x"}"#
            await server.script("POST", "/notes", .json(body, status: 400))
            let error = try await failure { try await notes.create(Note.Draft(text: "hi")) }
            #expect(error.service?.fields.map(\.key) == [nil])
        }
    }

    @Test(
        "without content are still determined by their status code",
        arguments: [
            (#"{"message":null}"#, "application/json"), ("{}", "application/json"),
            ("", "application/json"), ("<html><h1>Sorry</h1></html>", "text/html"),
            ("<html>", "application/json"),
            ("file or directory '/nosuch' does not exist", "application/json"),
            (#"["a"]"#, "application/json"), (#""a""#, "application/json"),
            ("null", "application/json"), ("7", "application/json"),
            (#"{"message":{"a":[]},"errors":7,"code":true}"#, "application/json"),
            (#"{"message":"cut off"#, "application/json"),
            (String(repeating: "[", count: 2000), "application/json"),
        ]
    )
    func silent(text: String, type: String) async throws {
        let codes: [(Int, RepositoryError.Code)] = [
            (400, .badRequest), (401, .unauthorized), (403, .forbidden), (404, .notFound),
            (409, .conflict), (410, .notFound), (412, .conflict), (422, .invalid),
            (429, .tooManyRequests), (500, .server), (418, .unexpectedStatus),
        ]
        try await withService(Conventions(errors: .init(fields: "errors"))) {
            server,
            notes async throws in
            for (status, code) in codes {
                let headers = ["Content-Type": type]
                let answer = ScriptedAnswer(status, headers: headers, body: Data(text.utf8))
                await server.script("GET", "/notes/1", answer)
                let error = try await failure { _ = try await notes.find(id: "1") }
                #expect(error.code == code)
                #expect(error.service == nil)
                #expect(error.response?.body == Data(text.utf8))
            }
        }
    }

    @Test("of endpoints are decoded in the form of their service")
    func endpoint() async throws {
        try await withExampleServer { server, url async throws in
            let text = #"{"problem":{"text":"No"}}"#
            await server.script("GET", "/things", .json(text, status: 400))
            let session = NetworkingSession(url: url)
            let error = try await failure { _ = try await session.request(ListThings()) }
            #expect(error.service?.message == "No")
        }
    }
}

/// A service with its own form of errors.
private enum Things: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let conventions = Conventions(errors: .init(message: "problem.text"))
}

private struct ListThings: EndpointDefinition {
    typealias API = Things
    typealias Response = EmptyResponse
    static let method = HTTPMethod.get
    static let path = "/things"
}
