import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `repogen mock`, as a process.
@Suite struct MockCommandTests {
    private static func schema(_ properties: String) -> String {
        """
        repogen: 1
        entities:
          Note:
            id: Int
            properties: { text: String\(properties) }
        repositories:
          Notes: { entity: Note, path: notes, remote: [create, read, delete] }
        """
    }

    private func send(
        _ method: String,
        _ url: String,
        _ body: String? = nil
    ) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        // Machines may stall.
        request.timeoutInterval = 1_800
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (status, String(decoding: data, as: UTF8.self))
    }

    @Test("it serves the schemas, logs requests, and reloads a saved schema")
    func serving() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("")])
        let arguments = ["mock", "--schemas", "Schemas", "--port", "0", "--count", "1"]
        try await RunningTool.run(arguments, in: package.root) { tool in
            let url = try await tool.firstLine()
            #expect(url.hasPrefix("http://127.0.0.1:"))
            #expect(try await send("GET", "\(url)/notes").status == 200)
            #expect(try await send("POST", "\(url)/notes", #"{"text":"a"}"#).status == 201)
            #expect(try await send("POST", "\(url)/notes", "{}").status == 422)
            try await tool.waitUntilSaid(
                "POST /notes 422 Notes\n         text: This property is required."
            )

            // With an error, the previous schema stays.
            try package.write(Self.schema(", likes: Itn"), to: "Schemas/a.yaml")
            // The tool may first read a file that is still empty, which is another error.
            try await tool.waitUntilSaid("unknown type 'Itn'")
            try await tool.waitUntilSaid("the server continues with the previous schemas")
            #expect(try await send("POST", "\(url)/notes", #"{"text":"b"}"#).status == 201)
            // Valid again, with a new property; the entities still exist.
            try package.write(Self.schema(", likes: Int"), to: "Schemas/a.yaml")
            try await tool.waitUntilSaid("the schemas have changed, and were reloaded")
            #expect(try await send("POST", "\(url)/notes", #"{"text":"c"}"#).status == 422)
            let listed = try await send("GET", "\(url)/notes").text
            #expect(listed.contains(#""text":"a""#) && listed.contains(#""text":"b""#))
        }
    }

    @Test("faults can be set at the start and over HTTP")
    func faults() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("")])
        let arguments = [
            "mock", "--schemas", "Schemas", "--port", "0", "--fault", "GET status 503 1x",
            "--quiet",
        ]
        try await RunningTool.run(arguments, in: package.root) { tool in
            let url = try await tool.firstLine()
            #expect(try await send("GET", "\(url)/notes").status == 503)
            #expect(try await send("GET", "\(url)/notes").status == 200)
            #expect(try await send("PUT", "\(url)/__mock/faults", "POST status 429").status == 200)
            #expect(try await send("POST", "\(url)/notes", #"{"text":"a"}"#).status == 429)
            #expect(tool.said.isEmpty)
        }
    }

    @Test("recorded responses are replayed, and the log lists them")
    func recording() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("")])
        let mock = ["mock", "--schemas", "Schemas", "--port", "0"]
        try await RunningTool.run(mock + ["--count", "2"], in: package.root) { service in
            let address = try await service.firstLine()
            let recording = mock + ["--record", address, "--bodies", "Recorded"]
            var listed = ""
            try await RunningTool.run(recording, in: package.root) { tool in
                let url = try await tool.firstLine()
                #expect(try await send("POST", "\(url)/notes", #"{"text":"a"}"#).status == 201)
                listed = try await send("GET", "\(url)/notes").text
                try await tool.waitUntilSaid("GET /notes 200 Notes\n         stored in Notes.json")
                #expect(tool.said.contains("records \(address) in 'Recorded'"))
            }
            let replay = mock + ["--bodies", "Recorded"]
            try await RunningTool.run(replay, in: package.root) { tool in
                let url = try await tool.firstLine()
                #expect(try await send("GET", "\(url)/notes").text == listed)
            }
        }
    }

    @Test("a port in use is reported")
    func takenPort() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("")])
        let arguments = ["mock", "--schemas", "Schemas", "--port", "0"]
        try await RunningTool.run(arguments, in: package.root) { tool in
            let port = try await tool.firstLine().split(separator: ":").last ?? ""
            let second = try await CommandLineTool.run(
                ["mock", "--schemas", "Schemas", "--port", String(port)],
                in: package.root
            )
            #expect(second.status == 64)
            #expect(second.errors.contains("the server cannot start: the port \(port) is in use"))
            #expect(second.errors.contains("hint: choose another port with --port"))
        }
    }

    @Test(
        "invalid arguments are rejected with a reason",
        arguments: [
            (["--port", "70000"], "--port needs a number from 0 to 65535"),
            (["--count=-1"], "--count needs a number from 0"),
            (["--fault", "explode"], "'explode' is not a fault"),
            (["--record", "shop.example"], "'shop.example' cannot be recorded"),
            (["--record", "http://localhost:8080"], "not that of the recording itself"),
            (["--record", "http://a.example", "--fault", "offline"], "omit --fault"),
        ]
    )
    func refused(_ arguments: [String], _ reason: String) async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema("")])
        let all = ["mock", "--schemas", "Schemas"] + arguments
        let run = try await CommandLineTool.run(all, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
    }

    @Test("one of several outputs must be chosen if two declare the same name")
    func equalNames() async throws {
        let configuration = """
            outputs:
              - { schemas: A, output: GeneratedA }
              - { schemas: B, output: GeneratedB }
            """
        let package = try TemporaryPackage([
            "repogen.yaml": configuration, "A/a.yaml": Self.schema(""), "B/b.yaml": Self.schema(""),
        ])
        let run = try await CommandLineTool.run(["mock"], in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("two of them declare 'Note'"), "\(run.errors)")
        #expect(run.errors.contains("choose one with --schemas A, --schemas B"), "\(run.errors)")
    }

    // The trap: in one namespace with the imported schemas, a repository without an API belongs to
    // theirs.
    @Test("several outputs are served as they are generated")
    func severalOutputs() async throws {
        let configuration = """
            outputs:
              - { schemas: Shared, output: Sources/Shared/Generated }
              - { schemas: App, output: Sources/App/Generated, imports: Shared }
            """
        let shared = """
            repogen: 1
            apis: { Core: { baseURL: "https://core.example.com/v1" } }
            entities: { User: { id: Int, properties: { name: String } } }
            repositories: { Users: { entity: User, path: users } }
            """
        let app = """
            repogen: 1
            entities: { Note: { id: Int, properties: { author: User } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let package = try TemporaryPackage([
            "repogen.yaml": configuration, "Shared/a.yaml": shared, "App/b.yaml": app,
        ])
        try await RunningTool.run(["mock", "--port", "0"], in: package.root) { tool in
            let url = try await tool.firstLine()
            for path in ["/v1/users", "/notes"] {
                #expect(try await send("GET", url + path).status == 200, "\(path)")
            }
        }
    }
}
