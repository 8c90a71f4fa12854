import Foundation
import HTTPTypes
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// A response that is truncated after any number of bytes.
@Suite("A truncated response")
struct CutResponseTests {
    /// How the end of a response is determined.
    enum Framing: CaseIterable, Sendable {
        case contentLength
        case chunked
        case informational
        case untilClose

        var head: String {
            switch self {
            case .contentLength:
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n"
            case .chunked:
                "HTTP/1.1 201 Created\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n"
            case .informational:
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"
            case .untilClose:
                "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"
            }
        }

        var body: String {
            self == .chunked ? "3;a=b\r\n[1,\r\n4\r\n2,3]\r\n0\r\n\r\n" : "[1,2,3]"
        }

        /// Every proper prefix of the response.
        var cuts: [String] {
            let text = head + body
            return (0..<text.utf8.count).map {
                String(decoding: text.utf8.prefix($0), as: UTF8.self)
            }
        }
    }

    /// How the connection ends.
    enum Ending: CaseIterable, Sendable {
        case close
        case reset
    }

    private func outcome(
        _ method: HTTPMethod,
        _ url: String
    ) async -> Result<NetworkingResponse, NetworkingError> {
        var request = NetworkingRequest(method: method, path: "/list")
        request.body = method == .get ? nil : Data("{}".utf8)
        do throws(NetworkingError) {
            // Long enough for any machine: a truncation must not be detected by a timeout.
            let patience = NetworkingSession.Configuration(
                timeout: .seconds(600),
                totalTimeout: .seconds(600)
            )
            let session = NetworkingSession(url: url, configuration: patience)
            return .success(try await session.over(.asyncHTTPClient).send(request))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "causes a typed error at any byte, and is never repeated",
        arguments: Framing.allCases,
        Ending.allCases
    )
    func everyByte(framing: Framing, ending: Ending) async throws {
        let cuts = framing.cuts
        for method in [HTTPMethod.get, .post] {
            let actions = cuts.map {
                ending == .close ? RawServer.Action.sendAndClose($0) : .sendAndReset($0)
            }
            try await withRawServer(actions) { server, url in
                for cut in cuts {
                    let outcome = await outcome(method, url)
                    let bodyCount = cut.utf8.count - framing.head.utf8.count
                    if framing == .untilClose, ending == .close, bodyCount >= 0 {
                        // Nothing indicates that there is more: servers of HTTP/1.0 respond like
                        // this.
                        let response = try outcome.get()
                        #expect(String(decoding: response.body, as: UTF8.self).count == bodyCount)
                        continue
                    }
                    guard case .failure(let error) = outcome else {
                        Issue.record("a response, cut after \(cut.utf8.count) bytes: \(outcome)")
                        continue
                    }
                    // A reset may overtake data sent before it.
                    let codes: [NetworkingError.Code] =
                        bodyCount < 0
                        ? [.connectionLost]
                        : ending == .close ? [.truncated] : [.truncated, .connectionLost]
                    #expect(codes.contains(error.code), "after \(cut.utf8.count) bytes: \(error)")
                    #expect(error.isRetryable == (method == .get))
                    #expect(error.isAmbiguous == (method == .post))
                }
                #expect(await server.requests.count == cuts.count)
            }
        }
    }

    @Test("is an error if compressed, even if only its end could reveal it")
    func compressed() async throws {
        let body = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA4s21DHSMY4FAOmzbf0HAAAA")
        )
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
        let cuts = (1...body.count).map { body.prefix($0) }
        let actions = cuts.map { RawServer.Action.sendBytesAndClose($0).after(head) }
        try await withRawServer(actions) { _, url in
            for cut in cuts {
                let outcome = await outcome(.get, url)
                if cut.count == body.count {
                    let response = try outcome.get()
                    #expect(String(decoding: response.body, as: UTF8.self) == "[1,2,3]")
                } else {
                    let error = #expect(throws: NetworkingError.self) { try outcome.get() }
                    #expect(error?.code == .truncated, "after \(cut.count) bytes")
                }
            }
        }
    }

    // The trap: FoundationNetworking does not handle this. Swift 6.4 does.
    #if os(Linux) && compiler(>=6.2) && compiler(<6.4)
    @Test("within its head crashes the process on URLSession")
    func trap() async {
        let end = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            try await withRawServer(.sendAndClose("HTTP/1.1 200 OK\r\nContent-Le")) { _, url in
                let request = NetworkingRequest(method: .get, path: "/list")
                _ = try? await NetworkingSession(url: url).send(request)
            }
        }
        let message = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Transfer completed, but there's no response"))
    }
    #endif
}
