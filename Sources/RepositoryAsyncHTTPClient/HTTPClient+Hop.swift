import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import RepositoryNetworking

extension HTTPClient.Request {
    /// Creates an async-http-client request without a body, or with one in memory.
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
    /// Creates an async-http-client request with a body that is read or produced while it is sent.
    ///
    /// - Parameters:
    ///   - hop: The request.
    ///   - body: The bytes.
    ///   - length: Their number; nil if unknown. They are then sent in chunks (RFC 9112, section
    ///     7.1), and the end is written only after the last one.
    init(_ hop: Hop, _ body: SourceChunks, length: Int?) {
        self.init(url: hop.requestURL.absoluteString)
        method = HTTPMethod(rawValue: hop.method.rawValue)
        headers = HTTPHeaders(hop)
        self.body = .stream(body, length: length.map { .known(Int64($0)) } ?? .unknown)
    }
}

extension HTTPHeaders {
    /// Creates the header fields of a request.
    fileprivate init(_ hop: Hop) {
        self.init()
        for field in hop.fields { add(name: field.name.rawName, value: field.value) }
        if !contains(name: "Accept-Encoding") {
            add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        // The client drops the brackets of an IPv6 address.
        let url = hop.requestURL
        if let host = url.host(percentEncoded: true), host.contains(":"), !contains(name: "Host") {
            let bare = host.trimmingCharacters(in: ["[", "]"])
            add(name: "Host", value: "[\(bare)]\(url.port.map { ":\($0)" } ?? "")")
        }
    }
}

extension HTTPResponse {
    /// Creates the head of an async-http-client response.
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
