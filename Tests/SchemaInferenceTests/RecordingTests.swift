import Diagnostics
import SchemaImport
import TestSupport
import Testing

@testable import SchemaInference

/// Recorded sessions.
@Suite struct RecordingTests {
    @Test("numbers, UUIDs, and names repeated in the response are path parameters")
    func templates() throws {
        let text = try SampleRecording.text([
            SampleRecording.get("/pets/1", #"{"id": 1, "name": "x"}"#),
            SampleRecording.get("/pets/22", #"{"id": 22, "name": "y"}"#),
            SampleRecording.get("/kinds/cat", #"{"name": "cat", "legs": 4}"#),
            SampleRecording.get("/kinds/dog", #"{"name": "dog", "legs": 4}"#),
            SampleRecording.get("/kinds/hen", #"{"name": "hen", "legs": 2}"#),
            SampleRecording.get(
                "/files/6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93/parts/3",
                #"{"size": 3}"#
            ),
        ])
        #expect(text.contains("get: /pets/{id}\n    path: { id: Int }"))
        #expect(text.contains("get: /kinds/{id}\n"))
        #expect(text.contains("get: /files/{fileID}/parts/{id}"))
        #expect(text.contains("fileID: UUID, id: Int"))
        #expect(!text.contains("dog"))
    }

    @Test("collections with lists of the same shape are not parameter values")
    func collections() throws {
        let entries = try ["cats", "dogs", "hens", "cows"].map { kind in
            try SampleRecording.get("/api/v1/\(kind)", #"{"items": [], "total": 0}"#)
        }
        let text = try SampleRecording.text(entries)
        for kind in ["cats", "dogs", "hens", "cows"] { #expect(text.contains("get: /\(kind)\n")) }
        #expect(text.contains("baseURL: https://a.example.com/api/v1"))
    }

    @Test(
        "the API is named after the registered domain",
        arguments: [
            ("https://api.example.com", "Example"), ("https://api.example.co.uk", "Example"),
            ("https://example.com.au", "Example"), ("https://co.uk", "Co"),
            ("https://shop.co.example.io", "Example"), ("https://127.0.0.1:8080", "Service"),
        ]
    )
    func names(origin: String, name: String) throws {
        let entry = try SampleRecording.entry("GET", origin + "/x", received: #"{"a": 1}"#)
        #expect(try SampleRecording.text([entry]).contains("apis:\n  \(name):"))
    }

    @Test("query parameters have types, and are optional unless every request has them")
    func queries() throws {
        let text = try SampleRecording.text([
            SampleRecording.get("/s?q=a&page=1&deep=true&tag=a&tag=b", #"{"n": 1}"#),
            SampleRecording.get("/s?q=b+c%2F&page=2&min=1.5", #"{"n": 1}"#),
        ])
        for line in ["q: String", "page: Int", "deep?: Bool", "tag?: \"[String]\"", "min?: Double"]
        {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test("a parameter has a type only if its values are sent as they were")
    func preserved() throws {
        let text = try SampleRecording.text([
            SampleRecording.get(
                "/files/6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B93?version=3.10&scale=0.5",
                #"{"size": 3}"#
            ),
            SampleRecording.get(
                "/files/6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B94?version=3.9&scale=1.5",
                #"{"size": 4}"#
            ),
        ])
        // A path parameter is a string unless declared otherwise.
        #expect(text.contains("get: /files/{id}\n    query: { version: String, scale: Double }"))
    }

    @Test("an entity with an item and a collection has a repository with drafts")
    func repositories() throws {
        let item = #"{"id": 1, "name": "x", "created_at": "2026-01-01T00:00:00Z"}"#
        let text = try SampleRecording.text([
            SampleRecording.get("/pets", "[\(item)]"),
            SampleRecording.get("/pets/1", item),
            SampleRecording.entry(
                "POST",
                "https://a.example.com/pets",
                status: 201,
                sent: #"{"name": "x"}"#,
                received: item
            ),
            SampleRecording.entry(
                "PATCH",
                "https://a.example.com/pets/1?notify=true",
                sent: #"{"name": "y"}"#,
                received: item
            ),
            SampleRecording.entry("DELETE", "https://a.example.com/pets/1", status: 204),
        ])
        #expect(text.contains("remote: [create, read, patch, delete]"), "\(text)")
        #expect(text.contains("body: Pet.Patch"))
        #expect(text.contains("createdAt: { type: Date, readOnly: true }"))
        #expect(!text.contains("PetInput"))
    }

    @Test("forms become fields, from the text or from parsed parameters")
    func forms() throws {
        let login = try (0..<3).map { number in
            try SampleRecording.entry(
                "POST",
                "https://a.example.com/login",
                sent: "user=bob&pin=\(number)&lang=e+n\(number == 0 ? "&hint=x" : "")&tag=a&tag=b",
                media: "application/x-www-form-urlencoded; charset=utf-8",
                received: #"{"ok": true}"#
            )
        }
        let parted = try SampleRecording.entry(
            "https://a.example.com/token",
            params: [("grant_type", "password"), ("maxAge", "5"), ("hunter2pass99x", "1")]
        )
        let text = try SampleRecording.text(login + [parted])
        #expect(
            text.contains(
                """
                    body:
                      form:
                        user: String
                        pin: Int
                        lang: String
                        hint?: String  # in 1 of 3
                        tag: "[String]"
                """
            ),
            "\(text)"
        )
        #expect(
            text.contains(
                "body: { form: { grantType: { type: String, key: grant_type }, maxAge: Int } }"
            )
        )
        #expect(!text.contains("bob"))
        #expect(!text.contains("hunter2"))
    }

    @Test("files in multipart bodies are files")
    func multipart() throws {
        let body = """
            ------X\r\nContent-Disposition: form-data; name="caption"\r\n\r\nhunter2\r\n------X\r
            Content-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r
            \r\nPNG\r\n------X--\r\n
            """
        let text = try SampleRecording.text([
            SampleRecording.entry(
                "POST",
                "https://a.example.com/pictures",
                sent: body,
                media: "multipart/form-data; boundary=----X",
                received: #"{"ok": true}"#
            ),
            SampleRecording.entry(
                "https://a.example.com/avatars",
                params: [("size", "12"), ("file", "")],
                media: "multipart/form-data; boundary=----X"
            ),
        ])
        #expect(text.contains("body: { multipart: { caption: String, picture: file } }"), "\(text)")
        #expect(text.contains("body: { multipart: { size: Int, file: file } }"), "\(text)")
        #expect(!text.contains("hunter2"))
    }

    @Test("a paged list with an envelope, an item and writes are a repository")
    func pages() throws {
        let item = #"{"id": 1, "name": "x"}"#
        let list = #"{"data": [\#(item)], "meta": {"total": 2}}"#
        let text = try SampleRecording.text([
            SampleRecording.get("/v1/pets?page=1&per_page=10", list),
            SampleRecording.get("/v1/pets?page=2&per_page=10", list),
            SampleRecording.get("/v1/pets/1", item),
            SampleRecording.entry("DELETE", "https://a.example.com/v1/pets/1", status: 204),
            SampleRecording.get("/health", #"{"isUp": true}"#),
        ])
        for line in [
            "  Pets:\n    entity: Pet\n    path: v1/pets\n    remote: [read, delete]\n",
            "      envelope: { list: data }\n",
            "      paging: { page: page, size: 10, sizeParameter: per_page }\n",
            "  # pages: the parameter 'page' is an integer\n",
        ] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(!text.contains("ListPets"))
        #expect(!text.contains("PetList"))
        #expect(text.contains("GetHealth"))
    }

    // The trap: in a document, these parameters would be those of pages.
    @Test("numbers with fractions do not select pages")
    func fractions() throws {
        let text = try SampleRecording.text([
            SampleRecording.get("/samples?start=0.5&limit=1.5", "[1.5]"),
            SampleRecording.get("/samples?start=2.5&limit=2.5", "[2.5]"),
        ])
        #expect(text.contains("query: { start: Double, limit: Double }"), "\(text)")
        #expect(!text.contains("paging:"), "\(text)")
    }

    @Test("the schema of a recording compiles")
    func generation() async throws {
        for (name, type) in [("Recording", "User"), ("Todos", "Todo")] {
            let golden = try #require(
                InferredGoldenTests.Case.all.first { $0.testDescription == name }
            )
            let program = try await InferredProgram(golden.infer().schema, types: [type])
            program.remove()
        }
    }

    @Test("errors are typed by status; other hosts are left out and reported")
    func failures() throws {
        let entries = try [
            SampleRecording.get("/pets/1", #"{"id": 1, "name": "x"}"#),
            SampleRecording.entry(
                "GET",
                "https://a.example.com/pets/9",
                status: 404,
                received: #"{"title": "gone"}"#
            ),
            SampleRecording.entry("GET", "https://b.example.com/x", received: "{}"),
        ]
        #expect(try SampleRecording.text(entries).contains("errors: { 404: Problem }"))
        let warnings = try SampleRecording.infer(entries).diagnostics
        #expect(warnings.map(\.severity) == [.warning])
        #expect(warnings.first?.message.contains("https://b.example.com") == true)
    }

    @Test("requests without a JSON body are reported, without the values in their paths")
    func skipped() throws {
        let entries = try [
            SampleRecording.get("/pets/1", #"{"id": 1, "name": "x"}"#),
            SampleRecording.entry("GET", "https://a.example.com/users/123456/photo"),
            SampleRecording.entry("GET", "https://a.example.com/"),
        ]
        let warnings = try SampleRecording.infer(entries).diagnostics
        let message = "requests without a JSON body are left out: GET /, GET /users/{…}/photo"
        #expect(warnings.map(\.message) == [message])
    }

    @Test("no credential, cookie or token is in the output, wherever it was")
    func secrets() throws {
        let token = "s3cr3tTOKEN0123456789abcdef"
        let bearer =
            #"{"name": "Authorization", "value": "Bearer \#(token)"}, {"name": "Cookie", "value": "sid=\#(token)"}"#
        let entries = try (0..<30).map { number in
            try SampleRecording.entry(
                "POST",
                "https://ada:\(token)@a.example.com/login/\(token)?access_token=\(token)&state=\(token)",
                sent: #"{"user": "ada", "password": "hunter2", "otp": "\#(token)"}"#,
                received: #"""
                    {"kind": "\#(number.isMultiple(of: 2) ? token : token + "X")", "session": "\#(token)",
                    "map": {"\#(token)": {"\#(token)1": 1}}, "level": "\#(["low", "high"][number % 2])",
                    "type": "\#(number.isMultiple(of: 2) ? token : "b\(token)")", "\#(number.isMultiple(of: 2) ? "x" : "y")": 1}
                    """#,
                headers: bearer
            )
        }
        let text = try SampleRecording.text(entries)
        #expect(!text.lowercased().contains("s3cr3t"), "\(text)")
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("ada:"))
        #expect(text.contains("authentication:"))
        for diagnostic in try SampleRecording.infer(entries).diagnostics {
            #expect(!diagnostic.message.contains(token))
        }
    }

    @Test("a write without credentials sends none, although other operations need them")
    func anonymous() throws {
        let bearer = #"{"name": "Authorization", "value": "Bearer abc"}"#
        func get(_ path: String) throws -> String {
            let url = "https://a.example.com\(path)"
            return try SampleRecording.entry("GET", url, received: #"{"n": 1}"#, headers: bearer)
        }
        let login = try SampleRecording.entry(
            "POST",
            "https://a.example.com/login",
            sent: #"{"user": "u"}"#,
            received: #"{"ok": true}"#
        )
        let failed = try SampleRecording.entry(
            "GET",
            "https://a.example.com/orders",
            status: 401,
            received: #"{"title": "no"}"#
        )
        let basic = try SampleRecording.entry(
            "POST",
            "https://a.example.com/tokens",
            sent: #"{"user": "u"}"#,
            received: #"{"ok": true}"#,
            headers: #"{"name": "Authorization", "value": "Basic dTpw"}"#
        )
        let early = try SampleRecording.entry(
            "GET",
            "https://a.example.com/feed",
            received: #"{"n": 1}"#
        )
        let text = try SampleRecording.text([
            early, login, basic, failed, get("/me"), get("/news"),
        ])
        #expect(text.contains("authentication: bearer"))
        #expect(text.split(separator: "authentication: none").count == 2, "\(text)")
        #expect(try !SampleRecording.text([login]).contains("authentication"))
    }

    @Test("an invalid recording, or one without JSON, is reported")
    func broken() throws {
        let source = BodySource(
            path: "a.har",
            bytes: Array(#"{"log": {"entries": [{"request": "#.utf8)
        )
        let inference = BodyInference(settings: InferredSchema.settings)
        let result = try inference.infer(bodies: [], recordings: [source])
        #expect(result.diagnostics.map(\.rule) == ["json-syntax", "unusable-recording"])
        #expect(result.schema.declarations.isEmpty)
        let entries = try [
            SampleRecording.get("/x", "{broken"),
            SampleRecording.entry("GET", "not a url", received: "{}"),
        ]
        let warned = try SampleRecording.infer(entries)
        #expect(warned.diagnostics.map(\.rule) == ["unusable-recording"])
    }

    @Test("a recording is recognized by its start")
    func detection() {
        let isRecording = { (text: String) in RecordingLearner.isRecording(Array(text.utf8)) }
        #expect(isRecording("\n{ \"log\" : {\"version\""))
        #expect(isRecording("\u{FEFF}{\"log\": {\"version\""))
        #expect(!isRecording("{\"log\": [1]}"))
        #expect(!isRecording("[{\"log\": {}}]"))
    }
}
