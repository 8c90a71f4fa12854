import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Request and response bodies other than JSON.
@Suite struct ShopMediaTests {
    private func request<Definition: EndpointDefinition>(
        _ endpoint: Definition,
        _ answer: ScriptedAnswer
    ) async throws -> (result: Definition.Response.Result, received: ReceivedRequest) {
        try await withExampleServer { url, server in
            let operation = try GenericRequest(endpoint).networkingRequest().operation
            let path = String(operation.drop { $0 != "/" })
            await server.script(Definition.method.rawValue, path, answer)
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let result = try await session.request(endpoint)
            return (result, try #require(await server.requests.first))
        }
    }

    private static func answer(
        _ text: String,
        type: String
    ) -> ScriptedAnswer {
        ScriptedAnswer(200, headers: ["Content-Type": type], body: Data(text.utf8))
    }

    // MARK: - Forms

    @Test("the fields of a form are the parameters of the endpoint")
    func fields() async throws {
        let endpoint = Endpoint.Subscribe(
            email: "a+b@example.com",
            topics: [.news, .offers],
            since: Date(timeIntervalSince1970: 1_700_000_000)
        )
        let (text, received) = try await request(
            endpoint,
            Self.answer("Danke schön", type: "text/plain; charset=utf-8")
        )
        #expect(text == "Danke schön")
        #expect(received.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(received.headers["accept"] == "text/*")
        #expect(
            received.text == "email=a%2Bb%40example.com&topics=news%2Coffers&since=1700000000"
        )
    }

    @Test("missing fields are not sent, and an empty form is a form")
    func optionalFields() async throws {
        let (_, received) = try await request(
            Endpoint.Subscribe(email: "", topics: []),
            Self.answer("", type: "text/plain")
        )
        #expect(received.text == "email=")
    }

    @Test("the properties of a value are form fields, nested as declared")
    func nestedFields() async throws {
        let address = Address(
            street: "Via Roma 1",
            lines: ["c/o Ada", "2nd floor"],
            place: AddressPlace(city: "Rome & Ostia", zip: "00100")
        )
        let (_, received) = try await request(
            Endpoint.Move(id: "ada", body: address),
            ScriptedAnswer(204)
        )
        #expect(
            received.text.removingPercentEncoding
                == "is_business=false&lines[]=c/o Ada&lines[]=2nd floor&place.city=Rome & Ostia"
                + "&place.postal_code=00100&street=Via Roma 1"
        )
        #expect(received.text.contains("Rome%20%26%20Ostia"))
    }

    @Test("a form in a response has the types of the value")
    func formResponse() async throws {
        let (grant, received) = try await request(
            Endpoint.ExchangeCode(scopes: ["read", "write"]),
            Self.answer(
                "token=123&expires_in=3600&is_final=true&scopes=a+b&scopes=c%26d",
                type: "application/x-www-form-urlencoded"
            )
        )
        #expect(
            grant == Grant(token: "123", expiresIn: 3600, isFinal: true, scopes: ["a b", "c&d"])
        )
        #expect(received.text == "grant_type=code&scopes=read&scopes=write")
        #expect(received.headers["accept"] == "application/x-www-form-urlencoded")
    }

    // MARK: - Parts

    @Test("a multipart body has texts, JSON and files, in schema order")
    func parts() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
        try Data("from disk".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let png = Data([0x89, 0x50, 0x0D, 0x0A, 0x00, 0xFF])
        let endpoint = Endpoint.AddPicture(
            id: 7,
            caption: "Grüße\r\n--x",
            tags: ["a", "b"],
            taken: Date(timeIntervalSince1970: 1),
            review: Review(stars: 5, tags: [], author: ReviewAuthor(name: "Ada")),
            picture: FileUpload(
                png,
                name: "a\"b\n.png",
                mediaType: "image/png",
                headers: ["X-Size": "6", "Content-Language": "de"]
            ),
            more: [FileUpload(contentsOf: file, name: "über.txt", mediaType: "text/plain")]
        )
        let (product, received) = try await request(endpoint, .json(ShopSamples.product))
        #expect(product.name == "Lamp")
        let type = try #require(received.headers["content-type"])
        let boundary = try #require(type.split(separator: "boundary=").last)
        #expect(type == "multipart/form-data; boundary=\(boundary)")
        #expect(received.headers["content-length"] == "\(received.body.count)")
        func part(_ head: String, _ content: Data) -> Data {
            Data("--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8)
                + content + Data("\r\n".utf8)
        }
        let parts = [
            part("name=\"caption\"", Data("Grüße\r\n--x".utf8)),
            part("name=\"tags\"", Data("a".utf8)),
            part("name=\"tags\"", Data("b".utf8)),
            part("name=\"taken\"", Data("1".utf8)),
            part(
                "name=\"review\"\r\nContent-Type: application/json",
                Data(#"{"stars":5,"tags":[],"author":{"name":"Ada"}}"#.utf8)
            ),
            part(
                "name=\"picture\"; filename=\"a%22b%0A.png\"\r\nContent-Type: image/png"
                    + "\r\nContent-Language: de\r\nX-Size: 6",
                png
            ),
            part(
                "name=\"more\"; filename=\"über.txt\"\r\nContent-Type: text/plain",
                Data("from disk".utf8)
            ),
        ]
        #expect(received.body == parts.reduce(Data(), +) + Data("--\(boundary)--\r\n".utf8))
    }

    @Test("the properties of a value are the parts of a multipart body")
    func partsOfValue() async throws {
        let review = Review(stars: 4, tags: ["x", "y"], author: ReviewAuthor(name: "Ada"))
        let (_, received) = try await request(
            Endpoint.AddReview(id: 7, body: review),
            ScriptedAnswer(201)
        )
        let names = received.text.matches(of: #/name="([^"]+)"/#).map(\.1)
        #expect(names == ["author", "stars", "tags", "tags"])
        #expect(received.text.contains("\r\n\r\n{\"name\":\"Ada\"}\r\n"))
    }

    @Test(
        "a header field that is invalid for a file, or set automatically, is an error",
        arguments: [["": "x"], ["X Y": "x"], ["X": "a\r\nY: b"], ["content-type": "text/plain"]]
    )
    func wrongHeaders(headers: [String: String]) async throws {
        let file = FileUpload(Data([1]), name: "a.png", mediaType: "image/png", headers: headers)
        let network = NetworkingSession(url: "http://127.0.0.1:1", credentials: .token("t"))
        let picture = Endpoint.AddPicture(
            id: 7,
            caption: "",
            tags: [],
            taken: Date(timeIntervalSince1970: 1),
            review: Review(stars: 5, tags: [], author: ReviewAuthor(name: "Ada")),
            picture: file,
            more: nil
        )
        let part = await #expect(throws: RepositoryError.self) {
            try await network.request(picture)
        }
        let whole = await #expect(throws: RepositoryError.self) {
            try await network.request(Endpoint.ReplaceFilm(id: 7, body: file))
        }
        #expect(part?.code == .invalidRequest && whole?.code == .invalidRequest)
        #expect(part?.message.contains("'picture'") == true)
    }

    @Test("a missing file is an error, and nothing is sent")
    func missingFile() async throws {
        try await withExampleServer { url, server in
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let gone = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
            let endpoint = Endpoint.AddPicture(
                id: 7,
                caption: "",
                tags: [],
                picture: FileUpload(contentsOf: gone)
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(endpoint)
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message == "The file of the part 'picture' cannot be read.")
            #expect(await server.requests.isEmpty)
        }
    }

    // MARK: - Text and bytes

    @Test("text is decoded with the server's character set")
    func characterSets() async throws {
        var latin = Self.answer("", type: "text/csv; charset=\"ISO-8859-1\"")
        latin.body = Data([0x47, 0x72, 0xFC, 0xDF, 0x65])
        #expect(try await request(Endpoint.PriceList(), latin).result == "Grüße")
        let marked = Self.answer("\u{FEFF}a,b", type: "text/csv")
        let (text, received) = try await request(Endpoint.PriceList(), marked)
        #expect(text == "a,b")
        #expect(received.headers["accept"] == "text/csv")
    }

    @Test(
        "invalid text, and a web page instead of text, are errors",
        arguments: [
            ("text/csv; charset=utf-8", [0x61, 0xFF]), ("text/csv; charset=klingon", [0x61]),
            ("text/html", [0x3C]),
        ] as [(String, [UInt8])]
    )
    func noText(type: String, bytes: [UInt8]) async throws {
        let answer = ScriptedAnswer(200, headers: ["Content-Type": type], body: Data(bytes))
        let error = await #expect(throws: RepositoryError.self) {
            try await request(Endpoint.PriceList(), answer)
        }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.response?.body == Data(bytes))
    }

    @Test("text and bytes are sent unchanged")
    func plainBodies() async throws {
        let csv = "code,price\n\"AB-1\",19.90\n"
        let (answer, sent) = try await request(
            Endpoint.ImportPrices(body: csv),
            Self.answer("1 imported", type: "text/plain")
        )
        #expect(answer == "1 imported" && sent.text == csv)
        #expect(sent.headers["content-type"] == "text/csv; charset=utf-8")
        let png = Data([0x89, 0x00, 0xFF, 0x0A])
        let (bytes, received) = try await request(
            Endpoint.ReplaceThumbnail(id: 7, body: png),
            ScriptedAnswer(200, headers: ["Content-Type": "image/png"], body: png)
        )
        #expect(bytes == png && received.body == png)
        #expect(received.headers["content-type"] == "image/png")
        #expect(received.headers["accept"] == "*/*")
    }

    @Test("bytes with another media type than the declared one are an error")
    func otherMedia() async throws {
        let png = ScriptedAnswer(200, headers: ["Content-Type": "image/png"], body: Data([1]))
        let (bytes, received) = try await request(Endpoint.Thumbnail(id: 7), png)
        #expect(bytes == Data([1]) && received.headers["accept"] == "image/*")
        let page = Self.answer("<html>", type: "text/html; charset=utf-8")
        let error = await #expect(throws: RepositoryError.self) {
            try await request(Endpoint.Thumbnail(id: 7), page)
        }
        #expect(
            error?.message == "The body has the type text/html, but image/* is declared."
        )
    }

    @Test("JSON has the declared media type")
    func ownMediaTypes() async throws {
        let (notes, received) = try await request(
            Endpoint.Annotate(body: "hi"),
            Self.answer(#"["hi"]"#, type: "application/vnd.shop.notes+json")
        )
        #expect(notes == ["hi"] && received.text == #""hi""#)
        #expect(received.headers["content-type"] == "application/vnd.shop.note+json")
        #expect(received.headers["accept"] == "application/vnd.shop.notes+json")
    }

    @Test("the mock environment responds with the text of the example")
    func examples() async throws {
        let session = NetworkingSession(url: "http://127.0.0.1:1")
        let prices = try await session.request(Endpoint.PriceList(), environment: .mock)
        #expect(prices == "code,price\nAB-1,19.90\n")
    }

    @Test("repositories and their mocks accept files and return bytes")
    func repositories() async throws {
        let mock = PictureRepositoryMock()
        mock.thumbnailStub.returns(Data([1, 2]))
        let repository: any PictureRepositoryProtocol = mock
        #expect(try await repository.thumbnail(id: 7) == Data([1, 2]))
    }
}
