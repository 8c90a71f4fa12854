package import Foundation
package import HTTPTypes

/// One request of a chain of redirects, with its whole address.
package struct Hop: Sendable {
    /// The address without the key.
    var url: URL
    package var method: HTTPRequest.Method
    package var headers: HTTPFields
    package var body: Data?
    /// A body that is read or produced while it is sent; there is no other one then.
    package var source: BodySource?
    /// Whether the response is delivered with its head, before its body has come.
    package var streamsResponse = false
    /// Who wants to know how far the transfer is.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// The credentials in the query.
    var keys: [QueryKey] = []

    /// The header fields to send.
    ///
    /// `HTTPFields` has a field for each cookie, as HTTP/2 allows; HTTP/1.1 has one for all (RFC 6265,
    /// section 5.4), and URLSession would put commas between them.
    package var fields: [HTTPField] {
        var others = Array(headers).filter { $0.name != .cookie }
        if let cookies = headers[.cookie] {
            others.append(HTTPField(name: .cookie, value: cookies))
        }
        return others
    }

    /// The address that is asked: with the keys, each unless its parameter is there.
    package var requestURL: URL {
        let missing = keys.filter { !url.hasQueryItem(named: $0.name) }
        return missing.isEmpty ? url : url.appendingQuery(missing.map(\.item))
    }
}

/// A credential that stands in the query of an address.
struct QueryKey: Sendable {
    let name: String
    let value: String

    /// Name and value, encoded.
    fileprivate var item: String {
        "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    }

    /// An address without this key, however it is encoded there.
    ///
    /// Servers that redirect often repeat the whole query, also where they send to another origin.
    func removed(from url: URL) -> URL {
        let items = url.queryItems
        let others = items.filter { !($0.name == name && $0.value == value) }
        return others.count == items.count ? url : url.replacingQuery(others.map(\.text))
    }
}

extension URL {
    /// Whether a parameter of that name stands in the query.
    func hasQueryItem(named name: String) -> Bool {
        queryItems.contains { $0.name == name }
    }

    /// The parameters of the query, decoded, each with the text that it has there.
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
