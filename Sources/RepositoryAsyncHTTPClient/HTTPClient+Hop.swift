import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import RepositoryRuntime

extension HTTPClient.Request {
    /// The request of async-http-client.
    ///
    /// - Parameters:
    ///   - hop: What to send.
    ///   - exchange: The exchange that it is for; a body that is produced while it is sent ends with it.
    /// - Throws: `HTTPClientError` where the address is none.
    init(_ hop: Hop, of exchange: Exchange) throws {
        let url = hop.requestURL
        var headers = HTTPHeaders()
        for field in hop.fields {
            headers.add(name: field.name.rawName, value: field.value)
        }
        if !headers.contains(name: "Accept-Encoding") {
            headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        // The client forgets the brackets of IP version 6.
        if let host = url.host(percentEncoded: true), host.contains(":"),
            !headers.contains(name: "Host")
        {
            let bare = host.trimmingCharacters(in: ["[", "]"])
            headers.add(name: "Host", value: "[\(bare)]\(url.port.map { ":\($0)" } ?? "")")
        }
        try self.init(
            url: url,
            method: HTTPMethod(rawValue: hop.method.rawValue),
            headers: headers,
            body: hop.source.map { .reading($0, for: exchange) }
                ?? hop.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
        )
    }
}

/// A part of the body that could not be read, while the request was sent.
struct UnreadableBody: Error {
    let cause: any Error
}

extension HTTPClient.Body {
    /// A body that is read from disk, or produced, as the connection takes it.
    static func reading(_ source: BodySource, for exchange: Exchange) -> HTTPClient.Body {
        if let produced = source.produced { return producing(produced, for: exchange) }
        return .stream(contentLength: source.length.map { Int64($0) }) { writer in
            MultiThreadedEventLoopGroup.singleton.next().makeFutureWithTask {
                var reader = source.reader()
                while let chunk = try read(&reader) {
                    try await writer.write(.byteBuffer(ByteBuffer(bytes: chunk))).get()
                }
            }
        }
    }

    /// A body in chunks (RFC 9112, section 7.1), whose end is written only behind its last byte.
    private static func producing(
        _ produced: ProducedBody,
        for exchange: Exchange
    ) -> HTTPClient.Body {
        .stream { writer in
            MultiThreadedEventLoopGroup.singleton.next().makeFutureWithTask {
                let pipe = try produced.begin()
                while let chunk = try await next(from: pipe, for: exchange) {
                    try await writer.write(.byteBuffer(ByteBuffer(bytes: chunk))).get()
                }
            }
        }
    }

    private static func next(
        from pipe: BodyPipe,
        for exchange: Exchange
    ) async throws(UnreadableBody) -> Data? {
        do {
            return try await exchange.next(from: pipe)
        } catch {
            throw UnreadableBody(cause: error)
        }
    }

    private static func read(_ reader: inout BodySourceReader) throws(UnreadableBody) -> Data? {
        do {
            return try reader.next()
        } catch {
            throw UnreadableBody(cause: error)
        }
    }
}

extension HTTPResponse {
    /// The status and the headers of a response of async-http-client.
    init(_ head: HTTPResponseHead) {
        let code = Int(head.status.code)
        self.init(status: .init(code: (100...999).contains(code) ? code : 500))
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else {
                continue
            }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}
