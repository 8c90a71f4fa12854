package import Foundation
package import HTTPTypes

/// One request of a chain of redirects, with its full URL.
package struct Hop: Sendable {
    /// The URL without the key.
    var url: URL
    package var method: HTTPRequest.Method
    package var headers: HTTPFields
    package var body: Data?
    /// A body that is read or produced while it is sent; `body` is then nil.
    package var source: BodySource?
    /// Whether the response is delivered with its head, before its body is received.
    package var streamsResponse = false
    /// Receives the progress of the transfer.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// The credentials in the query.
    var keys: [QueryKey] = []

    /// The header fields to send.
    ///
    /// `HTTPFields` has one field for each cookie, as HTTP/2 allows. HTTP/1.1 requires a single
    /// field (RFC 6265, section 5.4), and URLSession would join them with commas.
    package var fields: [HTTPField] {
        var others = Array(headers).filter { $0.name != .cookie }
        if let cookies = headers[.cookie] {
            others.append(HTTPField(name: .cookie, value: cookies))
        }
        return others
    }

    /// The URL to request: with the keys, unless the query already has their parameters.
    package var requestURL: URL {
        let missing = keys.filter { !url.hasQueryItem(named: $0.name) }
        return missing.isEmpty ? url : url.appendingQuery(missing.map(\.item))
    }
}

/// A credential in the query of a URL.
struct QueryKey: Sendable {
    let name: String
    let value: String

    /// Name and value, percent-encoded.
    fileprivate var item: String {
        "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    }

    /// Returns a URL without this key, however it is encoded there.
    ///
    /// Servers that redirect often repeat the whole query, even when they redirect to another
    /// origin.
    func removed(from url: URL) -> URL {
        let items = url.queryItems
        let others = items.filter { !($0.name == name && $0.value == value) }
        return others.count == items.count ? url : url.replacingQuery(others.map(\.text))
    }
}

extension URL {
    /// Returns whether the query has a parameter with that name.
    func hasQueryItem(named name: String) -> Bool {
        queryItems.contains { $0.name == name }
    }

    /// The decoded parameters of the query, each with its original text.
    fileprivate var queryItems: [(name: String, value: String, text: String)] {
        let parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        guard let query = parts?.percentEncodedQuery else { return [] }
        return query.split(separator: "&", omittingEmptySubsequences: false).map { text in
            let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { half in
                    let text = half.replacing("+", with: "%20")
                    return text.removingPercentEncoding ?? String(half)
                }
            return (halves.first ?? "", halves.count > 1 ? halves[1] : "", String(text))
        }
    }

    fileprivate func replacingQuery(_ items: [String]) -> URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return self
        }
        parts.percentEncodedQuery = items.isEmpty ? nil : items.joined(separator: "&")
        return parts.url ?? self
    }

    fileprivate func appendingQuery(_ items: [String]) -> URL {
        replacingQuery(queryItems.map(\.text) + items)
    }
}
