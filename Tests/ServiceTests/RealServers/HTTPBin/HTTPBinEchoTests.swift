import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Requests decoded by httpbin, and the encoding of its responses.
    @Suite(.timeLimit(.minutes(5)))
    struct HTTPBinEchoTests {
        @Test("a query and a path are received unchanged", arguments: Carrier.allCases)
        func query(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let endpoint = Endpoint.EchoQuery(
                rest: "a b+ü%41",
                name: awkwardText,
                tags: ["", awkwardText],
                empty: "",
                note: "a, b; c=\"d\""
            )
            let echo = try await session.request(endpoint)
            #expect(echo.method == "GET")
            #expect(echo.url.contains("/anything/a b+ü%2541?") || echo.url.contains("/a%20b"))
            #expect(
                echo.args == [
                    "name": .one(awkwardText), "tags": .many(["", awkwardText]), "empty": .one(""),
                ]
            )
            #expect(echo.headers["X-Note"] == "a, b; c=\"d\"")
            #expect(echo.headers["Accept"] == "application/json")
            #expect(echo.headers["Content-Type"] == nil && echo.data == "")
        }

        @Test("a form is received unchanged", arguments: Carrier.allCases)
        func form(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let endpoint = Endpoint.EchoForm(
                side: "s",
                name: awkwardText + "\r\n",
                tags: ["", "b"],
                empty: "",
                amount: try #require(Decimal(string: "1234567890123456789.05"))
            )
            let echo = try await session.request(endpoint)
            #expect(echo.method == "POST" && echo.data == "" && echo.files == [:])
            #expect(echo.args == ["side": .one("s")])
            #expect(
                echo.form == [
                    "name": .one(awkwardText + "\r\n"), "tags": .many(["", "b"]), "empty": .one(""),
                    "amount": .one("1234567890123456789.05"),
                ]
            )
            #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded")
        }

        @Test("fields and files of a multipart body are distinguished", arguments: Carrier.allCases)
        func parts(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let endpoint = Endpoint.EchoParts(
                name: awkwardText,
                tags: ["", "\r\n--"],
                note: NumberedEcho(id: 7, url: "ü", args: [:]),
                file: FileUpload(Data(awkwardText.utf8), name: "ü.txt", mediaType: "text/plain"),
                more: [FileUpload(Data([0, 255]), name: "b.bin", mediaType: "image/x")]
            )
            let echo = try await session.request(endpoint)
            #expect(
                echo.form == [
                    "name": .one(awkwardText), "tags": .many(["", "\r\n--"]),
                    "note": .one(#"{"id":7,"url":"ü","args":{}}"#),
                ]
            )
            let binary = "data:image/x;base64,AP8="
            #expect(echo.files == ["file": .one(awkwardText), "more": .one(binary)])
            #expect(echo.headers["Content-Length"].flatMap { Int($0) } ?? 0 > 500)
        }

        @Test("JSON, text, bytes and files are received unchanged", arguments: Carrier.allCases)
        func bodies(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let json: JSON = [
                "text": .string(awkwardText), "none": .null, "list": [],
                "big": 9_007_199_254_740_993,
                "half": 0.5, "yes": true,
            ]
            let echo = try await session.request(Endpoint.EchoJSON(body: json))
            #expect(echo.json == json && echo.method == "PUT")
            #expect(echo.headers["Content-Type"] == "application/json")
            let text = try await session.request(Endpoint.EchoPatch(body: awkwardText))
            #expect(text.data == awkwardText && text.method == "PATCH")
            #expect(text.headers["Content-Type"] == "text/plain; charset=utf-8")
            let bytes = Data.sample(100_000)
            let told = "data:application/octet-stream;base64,\(bytes.base64EncodedString())"
            let sent = try await session.request(Endpoint.EchoBytes(body: bytes))
            #expect(sent.data == told)
            try await withFolder { folder in
                let file = folder.appending(path: "file")
                try bytes.write(to: file)
                let upload = FileUpload(contentsOf: file, mediaType: "video/mp4")
                let echo = try await session.request(Endpoint.EchoFile(body: upload))
                #expect(echo.data == told && echo.headers["Content-Type"] == "video/mp4")
            }
            let deleted = try await session.request(Endpoint.EchoDelete(why: "&"))
            #expect(deleted.method == "DELETE" && deleted.args == ["why": .one("&")])
            #expect(deleted.data == "" && deleted.headers["Content-Type"] == nil)
            let delayed = try await session.request(Endpoint.Delay(seconds: 0, body: json))
            #expect(delayed.data.flatMap { try? JSON(jsonData: Data($0.utf8)) } == json)
        }

        @Test(
            "compressed responses are decoded, if the transport supports it",
            arguments: Carrier.allCases
        )
        func encodings(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            #expect(try await session.request(Endpoint.Gzip()).gzipped == true)
            #expect(try await session.request(Endpoint.Deflate()).deflated == true)
            let download = try await session.request(Endpoint.GzipFile())
            #expect(download.length == nil && download.mediaType == "application/json")
            #expect(try Decoded(jsonData: try await download.bytes()).gzipped == true)
            // httpbin also sends it to clients that do not accept it.
            do throws(RepositoryError) {
                #expect(try await session.request(Endpoint.Brotli()).brotli == true)
                #expect(carrier == .urlSession)
            } catch {
                #expect(error.code == .unreadableResponse)
            }
        }

        @Test(
            "texts and images have the requested media types",
            arguments: Carrier.allCases
        )
        func media(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let page = try await session.request(Endpoint.GetPage())
            #expect(page.contains("∮ E⋅da = Q") && page.contains("ᚻᛖ ᚳᚹᚫᚦ"))
            let png = try await session.request(Endpoint.GetImage())
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // The one of several types that the request accepts.
            let webp = try await session.request(Endpoint.GetAnyImage())
            #expect(webp.starts(with: Data("RIFF".utf8)))
            _ = try await session.request(Endpoint.GetIdentifier())
        }

        @Test("repeated header fields are one value", arguments: Carrier.allCases)
        func fields(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let endpoint = Endpoint.GetFields(words: ["a, b", "c"], remaining: 17)
            let response = try await session.response(to: endpoint)
            #expect(response.header("words") == "a, b, c")
            #expect(response.header("RateLimit-Remaining") == 17)
            #expect(response.result["words"] == .many(["a, b", "c"]))
        }
    }
}
