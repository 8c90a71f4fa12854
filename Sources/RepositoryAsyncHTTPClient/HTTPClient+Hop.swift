import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import RepositoryRuntime

extension HTTPClient.Request {
    /// The request of async-http-client.
    init(_ hop: Hop) throws {
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
            body: hop.source.map { .reading($0) }
                ?? hop.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
        )
    }
}

/// A part of the body that could not be read, while the request was sent.
struct UnreadableBody: Error {
    let cause: any Error
}

extension HTTPClient.Body {
    /// A body that is read from disk as the connection takes it.
    static func reading(_ source: BodySource) -> HTTPClient.Body {
        .stream(contentLength: Int64(source.length)) { writer in
            MultiThreadedEventLoopGroup.singleton.next().makeFutureWithTask {
                var reader = source.reader()
                while let chunk = try read(&reader) {
                    try await writer.write(.byteBuffer(ByteBuffer(bytes: chunk))).get()
                }
            }
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
