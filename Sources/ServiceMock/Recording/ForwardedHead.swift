import Foundation
import HTTPTypes
import RepositoryNetworking

/// Converts the heads of forwarded requests and responses.
struct ForwardedHead {
    /// The header fields of a single connection (RFC 9110, section 7.6.1), or of its transport.
    private static let ownOfConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate",
        "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    private static let ownOfRequest: Set<String> = [
        "host", "content-length", "expect", "accept-encoding",
    ]
    /// The encodings that the transport decodes.
    private static let decoded: Set<String> = {
        #if os(Linux)
        ["gzip", "deflate"]
        #else
        ["gzip", "deflate", "br"]
        #endif
    }()
    private static let referring: Set<HTTPField.Name> = [.location, .contentLocation]

    let address: ServiceAddress

    /// The forwarded request; nil if a client cannot send its method.
    func request(_ request: MockRequest) -> NetworkingRequest? {
        guard let method = HTTPRequest.Method(request.method) else { return nil }
        let query = request.query.isEmpty ? "" : "?" + request.query
        var forwarded = NetworkingRequest(
            method: .get,
            path: request.path + query,
            headers: Self.forwarded(request.headerFields, without: Self.ownOfRequest),
            body: request.body.isEmpty ? nil : request.body
        )
        forwarded.head.method = method
        forwarded.operation = "\(request.method) \(request.path)"
        forwarded.authenticates = false
        forwarded.streamsResponse = true
        return forwarded
    }

    /// The returned response, without its body.
    ///
    /// - Parameters:
    ///   - head: The original head.
    ///   - request: The request.
    /// - Returns: The head, and notes for a log.
    func response(
        _ head: HTTPResponse,
        to request: MockRequest
    ) -> (response: MockResponse, notes: [String]) {
        // The received body is decompressed, so its length differs.
        let encoding = head.headerFields[.contentEncoding]?.lowercased()
        let isDecoded = encoding.map(Self.decoded.contains) ?? false
        var fields = Self.forwarded(
            head.headerFields,
            without: isDecoded ? ["content-encoding", "content-length"] : []
        )
        var notes: [String] = []
        for name in Self.referring {
            guard let reference = fields[name] else { continue }
            switch address.target(of: reference, from: request.path) {
            case .own(let path): fields[name] = path
            case .foreign(let origin) where (300..<400).contains(head.status.code):
                notes.append("redirects to \(origin), which is not followed")
            case .foreign, nil: break
            }
        }
        if let link = HTTPField.Name("Link"), fields.contains(link) {
            fields[values: link] = fields[values: link].map { localized($0, from: request.path) }
        }
        if request.method == "HEAD", fields[.contentLength] == nil { fields[.contentLength] = "0" }
        return (MockResponse(head.status.code, headerFields: fields), notes)
    }

    /// A `Link` field with relative addresses for those of the service, so that clients stay with
    /// the mock.
    private func localized(_ links: String, from path: String) -> String {
        var parts = links.split(separator: "<", omittingEmptySubsequences: false)
        for index in parts.indices.dropFirst() {
            guard let end = parts[index].firstIndex(of: ">"),
                case .own(let own)? = address.target(of: String(parts[index][..<end]), from: path)
            else { continue }
            parts[index] = own + parts[index][end...]
        }
        return parts.joined(separator: "<")
    }

    private static func forwarded(
        _ fields: HTTPFields,
        without names: Set<String>
    ) -> HTTPFields {
        let named = (fields[.connection] ?? "").lowercased().split(separator: ",")
            .map { $0.filter { !$0.isWhitespace } }
        let left = names.union(ownOfConnection).union(named)
        var kept = HTTPFields()
        for field in fields where !left.contains(field.name.canonicalName) { kept.append(field) }
        return kept
    }
}
