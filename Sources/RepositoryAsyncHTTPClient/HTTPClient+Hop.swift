import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import RepositoryRuntime

extension HTTPClient.Request {
    /// The request of async-http-client.
    init(_ hop: Hop) throws {
        let url = hop.requestURL
        var headers = HTTPHeaders()
        for field in hop.headers {
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
            body: hop.body.map { .byteBuffer(ByteBuffer(bytes: $0)) }
        )
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
