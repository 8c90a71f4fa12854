import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import RepositoryNetworking

extension HTTPClient.Request {
    /// The request of async-http-client, with a body in memory or none.
    init(_ hop: Hop) throws {
        try self.init(
            url: hop.requestURL,
            method: HTTPMethod(rawValue: hop.method.rawValue),
            headers: HTTPHeaders(hop),
            body: hop.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
        )
    }
}

extension HTTPClientRequest {
    /// The request of async-http-client, with a body that is read or produced while it is sent.
    ///
    /// - Parameters:
    ///   - hop: What to send.
    ///   - body: The bytes.
    ///   - length: How many there are; nil where nobody knows, which sends them in chunks (RFC 9112, section
    ///     7.1): the end is written only behind the last.
    init(_ hop: Hop, _ body: SourceChunks, length: Int?) {
        self.init(url: hop.requestURL.absoluteString)
        method = HTTPMethod(rawValue: hop.method.rawValue)
        headers = HTTPHeaders(hop)
        self.body = .stream(body, length: length.map { .known(Int64($0)) } ?? .unknown)
    }
}

extension HTTPHeaders {
    /// The header fields of a request.
    fileprivate init(_ hop: Hop) {
        self.init()
        for field in hop.fields { add(name: field.name.rawName, value: field.value) }
        if !contains(name: "Accept-Encoding") {
            add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        // The client forgets the brackets of IP version 6.
        let url = hop.requestURL
        if let host = url.host(percentEncoded: true), host.contains(":"), !contains(name: "Host") {
            let bare = host.trimmingCharacters(in: ["[", "]"])
            add(name: "Host", value: "[\(bare)]\(url.port.map { ":\($0)" } ?? "")")
        }
    }
}

extension HTTPResponse {
    /// The status and the headers of a response of async-http-client.
    init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        let code = Int(status.code)
        self.init(status: .init(code: (100...999).contains(code) ? code : 500))
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else {
                continue
            }
            headerFields.append(HTTPField(name: name, value: value))
        }
    }
}
