import FlyingFox
package import Foundation

/// A request as received over the network.
package struct ReceivedRequest: Sendable {
    /// The method, for example `GET`.
    package let method: String
    /// The path as received, percent-encoded, without query.
    package let path: String
    /// The query as received, percent-encoded; empty if there is none.
    package let query: String
    /// The header fields, by name in lower case.
    package let headers: [String: String]
    /// The body.
    package let body: Data

    /// The body as text.
    package var text: String {
        String(decoding: body, as: UTF8.self)
    }

    init(_ request: HTTPRequest, body: Data) {
        self.method = request.method.rawValue
        self.path = request.target.path()
        self.query = request.target.query()
        self.headers = Dictionary(
            request.headers.map { ($0.key.rawValue.lowercased(), $0.value) },
            uniquingKeysWith: { "\($0), \($1)" }
        )
        self.body = body
    }

    /// The parameters of the query, decoded.
    var parameters: [String: String] {
        let items = URLComponents(string: "?" + query)?.queryItems ?? []
        return Dictionary(
            items.map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
