import Diagnostics
import Foundation
import SchemaImport
import Testing

@testable import SchemaInference

/// Recorded sessions.
@Suite struct RecordingTests {
    /// An entry of a recording.
    private func entry(
        _ method: String,
        _ url: String,
        status: Int = 200,
        sent: String? = nil,
        received: String? = nil,
        headers: String = ""
    ) throws -> String {
        let quote = { (text: String) in
            String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        }
        let post = try sent.map {
            #","postData":{"mimeType":"application/json","text":\#(try quote($0))}"#
        }
        return #"""
            {"request":{"method":"\#(method)","url":\#(try quote(url)),"headers":[\#(headers)]\#(post ?? "")},
            "response":{"status":\#(status),"headers":[],"content":{"mimeType":"\#(received == nil ? "" : "application/json")",
            "text":\#(try quote(received ?? ""))}}}
            """#
    }

    private func infer(_ entries: [String]) throws -> BodyInference.Result {
        let text = #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#
        let source = BodySource(path: "session.har", bytes: Array(text.utf8))
        return try BodyInference(settings: InferredSchema.settings)
            .infer(bodies: [], recordings: [source])
    }

    private func text(_ entries: [String]) throws -> String {
        let text = SchemaTextWriter().text(for: try infer(entries).schema)
        _ = try InferredSchema.check(text)
        return text
    }

    @Test("numbers, UUIDs, and names that the response says are parameters of a path")
    func templates() throws {
        let text = try text([
            entry("GET", "https://a.example.com/pets/1", received: #"{"id": 1, "name": "x"}"#),
            entry("GET", "https://a.example.com/pets/22", received: #"{"id": 22, "name": "y"}"#),
            entry(
                "GET",
                "https://a.example.com/kinds/cat",
                received: #"{"name": "cat", "legs": 4}"#
            ),
            entry(
                "GET",
                "https://a.example.com/kinds/dog",
                received: #"{"name": "dog", "legs": 4}"#
            ),
            entry(
                "GET",
                "https://a.example.com/kinds/hen",
                received: #"{"name": "hen", "legs": 2}"#
            ),
            entry(
                "GET",
                "https://a.example.com/files/6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93/parts/3",
                received: #"{"size": 3}"#
            ),
        ])
        #expect(text.contains("get: /pets/{id}\n    path: { id: Int }"))
        #expect(text.contains("get: /kinds/{id}\n"))
        #expect(text.contains("get: /files/{fileID}/parts/{id}"))
        #expect(text.contains("fileID: UUID, id: Int"))
        #expect(!text.contains("dog"))
    }

    @Test("collections that have lists of the same shape are no values of a parameter")
    func collections() throws {
        let entries = try ["cats", "dogs", "hens", "cows"].map { kind in
            try entry(
                "GET",
                "https://a.example.com/api/v1/\(kind)",
                received: #"{"items": [], "total": 0}"#
            )
        }
        let text = try text(entries)
        for kind in ["cats", "dogs", "hens", "cows"] { #expect(text.contains("get: /\(kind)\n")) }
        #expect(text.contains("baseURL: https://a.example.com/api/v1"))
    }

    @Test("parameters of a query have types, and are optional unless every request has them")
    func queries() throws {
        let text = try text([
            entry(
                "GET",
                "https://a.example.com/s?q=a&page=1&deep=true&tag=a&tag=b",
                received: #"{"n": 1}"#
            ),
            entry("GET", "https://a.example.com/s?q=b+c%2F&page=2&min=1.5", received: #"{"n": 1}"#),
        ])
        for line in ["q: String", "page: Int", "deep?: Bool", "tag?: \"[String]\"", "min?: Double"]
        {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test("an entity with an item and a collection has a repository, and drafts are sent")
    func repositories() throws {
        let item = #"{"id": 1, "name": "x", "created_at": "2026-01-01T00:00:00Z"}"#
        let text = try text([
            entry("GET", "https://a.example.com/pets", received: "[\(item)]"),
            entry("GET", "https://a.example.com/pets/1", received: item),
            entry(
                "POST",
                "https://a.example.com/pets",
                status: 201,
                sent: #"{"name": "x"}"#,
                received: item
            ),
            entry(
                "PATCH",
                "https://a.example.com/pets/1?notify=true",
                sent: #"{"name": "y"}"#,
                received: item
            ),
            entry("DELETE", "https://a.example.com/pets/1", status: 204),
        ])
        #expect(text.contains("remote: [create, read, patch, delete]"), "\(text)")
        #expect(text.contains("body: Pet.Patch"))
        #expect(text.contains("createdAt: { type: Date, readOnly: true }"))
        #expect(!text.contains("PetInput"))
    }

    @Test("what fails is typed by its status; other hosts are left out, and said to be")
    func failures() throws {
        let entries = try [
            entry("GET", "https://a.example.com/pets/1", received: #"{"id": 1, "name": "x"}"#),
            entry(
                "GET",
                "https://a.example.com/pets/9",
                status: 404,
                received: #"{"title": "gone"}"#
            ),
            entry("GET", "https://b.example.com/x", received: "{}"),
        ]
        #expect(try text(entries).contains("errors: { 404: Problem }"))
        let warnings = try infer(entries).diagnostics
        #expect(warnings.map(\.severity) == [.warning])
        #expect(warnings.first?.message.contains("https://b.example.com") == true)
    }

    @Test("no credential, cookie or token is in the output, wherever it was")
    func secrets() throws {
        let token = "s3cr3tTOKEN0123456789abcdef"
        let bearer =
            #"{"name": "Authorization", "value": "Bearer \#(token)"}, {"name": "Cookie", "value": "sid=\#(token)"}"#
        let entries = try (0..<30).map { number in
            try entry(
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
        let text = try text(entries)
        #expect(!text.lowercased().contains("s3cr3t"), "\(text)")
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("ada:"))
        #expect(text.contains("authentication:"))
        for diagnostic in try infer(entries).diagnostics {
            #expect(!diagnostic.message.contains(token))
        }
    }

    @Test("a recording that is broken, or has nothing of JSON, is reported")
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
            entry("GET", "https://a.example.com/x", received: "{broken"),
            entry("GET", "not a url", received: "{}"),
        ]
        let warned = try infer(entries)
        #expect(warned.diagnostics.map(\.rule) == ["unusable-recording"])
    }

    @Test("a file that begins as a recording does is one")
    func detection() {
        let isRecording = { (text: String) in RecordingLearner.isRecording(Array(text.utf8)) }
        #expect(isRecording("\n{ \"log\" : {\"version\""))
        #expect(!isRecording("{\"log\": [1]}"))
        #expect(!isRecording("[{\"log\": {}}]"))
    }
}
