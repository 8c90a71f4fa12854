import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// A mock rejects requests to endpoints that the schema does not allow, in any encoding.
@Suite(.timeLimit(.minutes(10))) struct MockRequestTests {
    private static let schema = """
        repogen: 1
        values:
          Point: { properties: { x: Int, label: String } }
          Person: { properties: { name: String, age: Int, tags: "[Int]" } }
          Home: { properties: { street: String, lines: "[String]" } }
          House: { properties: { home: Home, "note?": String } }
        endpoints:
          Pick: { post: /picks, body: { form: { ids: "[Int]" }, arrays: commas } }
          Build: { post: /houses, body: { form: House } }
          LogIn: { post: /token, body: { form: { user: String, "times?": Int } }, response: Point }
          Move: { put: /people, body: { form: Person } }
          Send:
            post: /pictures
            body: { multipart: { caption: String, stars: Int, place: Point, picture: file } }
          Log: { post: /log, body: { jsonLines: Point } }
          Find: { get: /find, query: { ids: "[Int]", "from?": Date }, response: [Point] }
        """

    private static let form = "application/x-www-form-urlencoded"

    /// A request, and the status and a part of the body of the response.
    struct Exchange: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var mediaType = form
        var body: String?
        let status: Int
        var part = ""

        var testDescription: String { "\(path) \(body ?? "") -> \(status)" }
    }

    private static func parts(_ parts: String...) -> String {
        parts.map { "--b\r\nContent-Disposition: form-data; \($0)\r\n" }.joined() + "--b--\r\n"
    }

    private static let caption = "name=\"caption\"\r\n\r\nSea"
    private static let picture =
        "name=\"picture\"; filename=\"a;b.png\"\r\nContent-Type: image/png\r\n\r\n\r\n--\r\n"
    private static let place = "name=\"place\"\r\n\r\n{\"x\": 1, \"label\": \"\"}"

    private static let multipart = "multipart/form-data; boundary=\"b\""

    static let exchanges = [
        Exchange(method: "POST", path: "token", body: "user=&times=3", status: 200),
        Exchange(method: "POST", path: "token", body: "times=3", status: 422, part: "user"),
        Exchange(method: "POST", path: "token", body: "user=a&times=b", status: 422, part: "times"),
        Exchange(method: "PUT", path: "people", body: "name=&age=3&tags=1&tags=2", status: 204),
        Exchange(
            method: "PUT",
            path: "people",
            body: "name=a&age=b&tags=1",
            status: 422,
            part: "age"
        ),
        Exchange(
            method: "PUT",
            path: "people",
            body: "name=a&age=3&tags=x",
            status: 422,
            part: "tags"
        ),
        Exchange(
            method: "POST",
            path: "pictures",
            mediaType: multipart,
            body: parts(caption, "name=\"stars\"\r\n\r\n3", place, picture),
            status: 204
        ),
        Exchange(
            method: "POST",
            path: "pictures",
            mediaType: multipart,
            body: parts(caption, "name=\"stars\"\r\n\r\n3", place),
            status: 422,
            part: "picture"
        ),
        Exchange(
            method: "POST",
            path: "pictures",
            mediaType: multipart,
            body: parts(caption, "name=\"stars\"\r\n\r\nb", place, picture),
            status: 422,
            part: "stars"
        ),
        Exchange(
            method: "POST",
            path: "pictures",
            mediaType: multipart,
            body: parts(caption, "name=\"place\"\r\n\r\n{}", picture),
            status: 422,
            part: "x"
        ),
        Exchange(
            method: "POST",
            path: "pictures",
            mediaType: multipart,
            body: "--b\r\n",
            status: 400
        ),
        Exchange(method: "POST", path: "pictures", body: "caption=a", status: 415),
        Exchange(
            method: "POST",
            path: "log",
            mediaType: "application/x-ndjson",
            body: "{\"x\": 1, \"label\": \"\"}\n{\"x\": 2, \"label\": \"b\"}\r\n\n",
            status: 204
        ),
        Exchange(
            method: "POST",
            path: "log",
            mediaType: "application/x-ndjson",
            body: "{\"x\": 1, \"label\": \"\"}\n{\"x\": \"2\"}\n",
            status: 422,
            part: "[1].x"
        ),
        Exchange(
            method: "POST",
            path: "log",
            mediaType: "application/x-ndjson",
            body: "{\"x\": 1, \"label\": \"\"}\n{\n",
            status: 400,
            part: "Text 2"
        ),
        Exchange(method: "POST", path: "picks", body: "ids=1%2C2", status: 204),
        Exchange(method: "POST", path: "picks", body: "ids=1%2Cb", status: 422, part: "ids[1]"),
        Exchange(
            method: "POST",
            path: "houses",
            body: "home[street]=&home[lines]=a&home[lines]=&note=",
            status: 204
        ),
        Exchange(method: "GET", path: "find?ids=1&ids=2", status: 200),
        Exchange(method: "GET", path: "find?ids=1&ids=b", status: 400, part: "ids[1]"),
        Exchange(method: "GET", path: "find?from=yesterday", status: 400, part: "from"),
    ]

    @Test("bodies and parameters of endpoints are checked", arguments: exchanges)
    func requests(exchange: Exchange) async throws {
        try await withMock(of: Self.schema) { (_, client) in
            let answer = try await client.send(
                exchange.method,
                exchange.path,
                data: exchange.body.map { Data($0.utf8) },
                mediaType: exchange.mediaType
            )
            let text = String(decoding: answer.data, as: UTF8.self)
            #expect(answer.status == exchange.status, "\(text)")
            #expect(exchange.part.isEmpty || text.contains(exchange.part), "\(text)")
        }
    }

    @Test("the response takes up the values of a form")
    func taken() async throws {
        let schema = """
            repogen: 1
            values: { Point: { properties: { x: Int, label: String } } }
            endpoints: { Draw: { post: /points, body: { form: Point }, response: Point } }
            """
        try await withMock(of: schema) { (_, client) in
            let body = Data("x=7&label=a+b".utf8)
            let answer = try await client.send("POST", "points", data: body, mediaType: Self.form)
            #expect(answer.json == ["x": 7, "label": "a b"])
        }
    }

    @Test("a form has the names that generated code reads, and an example is the text of a stream")
    func responses() async throws {
        let schema = """
            repogen: 1
            values:
              Point: { properties: { x: Int } }
              Grant: { properties: { scopes: { type: "[String]", example: [a, b] }, near: Point } }
            endpoints:
              GetGrant: { get: /grant, response: { form: Grant } }
              Lines:
                get: /lines
                response: { jsonLines: Point }
                example: "{\\"x\\":1}\\n{\\"x\\":2}\\n"
              Picture: { get: /picture, response: { bytes: image/* } }
            """
        try await withMock(of: schema) { (_, client) in
            let grant = String(decoding: try await client.send("GET", "grant").data, as: UTF8.self)
            #expect(
                grant.contains("scopes=a&scopes=b") && grant.contains("near%5Bx%5D="),
                "\(grant)"
            )
            let lines = try await client.send("GET", "lines").data
            #expect(String(decoding: lines, as: UTF8.self) == "{\"x\":1}\n{\"x\":2}\n")
            let picture = try await client.send("GET", "picture")
            #expect(picture.header("Content-Type") == "image/png")
        }
    }

    @Test("a new entity in a form may have empty properties")
    func emptyProperties() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions:
                  media: { sent: application/x-www-form-urlencoded, accepted: application/json }
            values: { Place: { properties: { city: String } } }
            entities:
              Note: { id: Int, properties: { text: String, tags: "[String]", place: Place } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        try await withMock(of: schema) { (_, client) in
            let note = try await client.send("POST", "notes", data: Data(), mediaType: Self.form)
            #expect(note.json == ["id": 1, "text": "", "tags": [], "place": ["city": ""]])
            let body = Data("text=&tags=&place[city]=".utf8)
            let same = try await client.send("PUT", "notes/1", data: body, mediaType: Self.form)
            #expect(same.json == note.json)
        }
    }

    @Test("a union in a form is read by its discriminator")
    func unions() async throws {
        let schema = """
            repogen: 1
            apis: { Desk: { baseURL: https://desk.example.com, conventions: stripe } }
            unions:
              Method: { discriminator: type, cases: { card: Card, iban: Iban }, unknown: fail }
              Extra: { cases: { all: "[Int]", one: Card, text: String } }
            values:
              Card: { properties: { last4: Int, names: "[String]" } }
              Iban: { properties: { number: String, owner?: String } }
            entities:
              Charge:
                id: String
                properties: { amount: Int, method: Method, "others?": "[Method]", "more?": Extra }
            repositories: { Charges: { entity: Charge, path: charges } }
            """
        try await withMock(of: schema) { (_, client) in
            func create(_ form: String) async throws -> PlainClient.Answer {
                let data = Data(form.utf8)
                return try await client.send("POST", "charges", data: data, mediaType: Self.form)
            }
            let iban = "amount=3&method[type]=iban&method[number]=12"
            let first = try await create(iban)
            #expect(first.status == 201)
            #expect(first.json["method"] == ["type": "iban", "number": "12"])
            // A form cannot contain an empty array.
            let card = try await create("amount=3&method[type]=card&method[last4]=42")
            #expect(card.json["method"] == ["type": "card", "last4": 42, "names": []])
            let list = try await create(
                iban + "&others[0][type]=card&others[0][last4]=1&others[0][names][]=12"
                    + "&more[]=1&more[]=2"
            )
            #expect(list.json["others"] == [["type": "card", "last4": 1, "names": ["12"]]])
            #expect(list.json["more"] == [1, 2])
            let object = try await create(iban + "&more[last4]=1&more[names][]=12")
            #expect(object.json["more"] == ["last4": 1, "names": ["12"]])
            #expect(try await create("amount=3&method[type]=iban").status == 201)
            #expect(try await create("amount=3&method[type]=cash&method[a]=1").status == 422)
        }
    }

    @Test("bodies in a folder are checked in the encoding of the response")
    func folder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bodies-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appending(path: "schema.yaml")
        let text = """
            repogen: 1
            values: { Point: { properties: { x: Int } } }
            endpoints:
              Table: { get: /table, responses: { 200: { text: text/csv }, 204: none } }
              Lines: { get: /lines, response: { jsonLines: Point } }
            """
        try Data(text.utf8).write(to: schema)
        let bodies = folder.appending(path: "bodies")
        try FileManager.default.createDirectory(at: bodies, withIntermediateDirectories: true)
        try Data("a,b\n".utf8).write(to: bodies.appending(path: "Table.csv"))
        try Data("{\"x\":1}\n".utf8).write(to: bodies.appending(path: "Lines.json"))
        try await MockServer.start(schemas: [schema], bodies: bodies).stop()
        try Data("[{\"x\":1}]\n".utf8).write(to: bodies.appending(path: "Lines.json"))
        await #expect(throws: InvalidBodies.self) {
            try await MockServer.start(schemas: [schema], bodies: bodies).stop()
        }
    }
}
