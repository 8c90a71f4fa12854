import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import TestSupport
import Testing

@Suite("A request as a command for curl")
struct CurlCommandTests {
    private let session = NetworkingSession(
        url: "https://example.com/v1",
        headers: ["Accept-Language": "de"],
        credentials: .token("secret")
    )

    private func request(_ method: HTTPMethod, _ body: String? = nil) -> NetworkingRequest {
        var request = NetworkingRequest(
            method: method,
            path: "notes?q=it%27s",
            headers: [.accept: "application/json"],
            body: body.map { Data($0.utf8) }
        )
        request.api = RedactingService.self
        return request
    }

    @Test("has one option per line, and no secrets unless requested")
    func plain() async throws {
        let text = try await session.curlCommand(for: request(.get))
        #expect(
            text == """
                curl \\
                    --header 'Accept: application/json' \\
                    --header 'Accept-Language: de' \\
                    'https://example.com/v1/notes?q=it%27s'
                """
        )
        let whole = try await session.curlCommand(for: request(.head), showingSecrets: true)
        #expect(
            whole == """
                curl \\
                    --head \\
                    --header 'Accept: application/json' \\
                    --header 'Accept-Language: de' \\
                    --header 'Authorization: Bearer secret' \\
                    'https://example.com/v1/notes?q=it%27s'
                """
        )
    }

    @Test("hides values that the schema redacts, secret header fields, and bodies other than JSON")
    func redacted() async throws {
        var post = request(.post, #"{"name":"it's","password":"secret"}"#)
        post.head.headerFields[.authorization] = "Bearer secret"
        post.head.headerFields[.cookie] = "a=secret"
        let text = try await session.curlCommand(for: post)
        #expect(text.contains("--request POST"))
        #expect(text.contains(#"--data-raw '{"name":"it'\''s","password":<redacted>}'"#))
        #expect(text.contains("--header 'Authorization: <redacted>'"))
        #expect(!text.contains("secret"))
        let form = try await session.curlCommand(for: request(.post, "name=secret"))
        #expect(form.contains("--data-raw '<11 bytes>'"))
        let whole = try await session.curlCommand(for: post, showingSecrets: true)
        #expect(whole.contains(#"--data-raw '{"name":"it'\''s","password":"secret"}'"#))
    }

    @Test("of an unsendable request is an error")
    func invalid() async {
        let session = NetworkingSession(url: "no address")
        let error = await #expect(throws: NetworkingError.self) {
            try await session.curlCommand(for: request(.get))
        }
        #expect(error?.code == .invalidURL)
    }

    @Test(
        "sends the same request",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")),
        arguments: [
            Data(#"{"text":"it's $HOME `x` \"y\" 100%"}"#.utf8), Data("@/etc/hosts\n\n".utf8),
            Data([0, 255, 10, 13, 39]), nil,
        ]
    )
    func sent(body: Data?) async throws {
        try await withExampleServer { server, url in
            let method = body == nil ? HTTPMethod.get : .post
            await server.script(method.rawValue, "/notes", .json("{}"))
            var request = NetworkingRequest(
                method: method,
                path: "notes?q=a%26b%20c&tags=%5B1%5D",
                headers: [.accept: "application/json", .contentType: "text/x; a=\"b'c\""],
                body: body
            )
            request.head.headerFields[.init("X-Empty") ?? .from] = ""
            let session = NetworkingSession(url: url, credentials: .token("t"))
            _ = try await session.send(request)
            let command = try await session.curlCommand(for: request, showingSecrets: true)
            let process = try ChildProcess(
                ["/bin/sh", "-c", command],
                in: "/",
                environment: ["PATH": "/usr/bin:/bin"]
            )
            // Waiting must not block a thread that the server needs.
            while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try process.wait() == 0)
            let requests = await server.requests
            try #require(requests.count == 2)
            #expect(requests[0].method == requests[1].method)
            #expect(requests[0].query == requests[1].query)
            #expect(requests[0].body == requests[1].body)
            for name in ["accept", "content-type", "authorization"] {
                #expect(requests[0].headers[name] == requests[1].headers[name], "\(name)")
            }
        }
    }

    @Test("names the file of a body")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "curl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "it's.txt")
        try Data("hello".utf8).write(to: file)
        var request = request(.put)
        request.source = try BodySource(contentsOf: file)
        let text = try await session.curlCommand(for: request)
        #expect(text.contains(#"/it'\''s.txt'"#))
        #expect(text.contains("--data-binary '@/"))
    }
}

private nonisolated enum RedactingService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.bearer
    static let redactedKeys: Set<String>? = ["password"]
}
