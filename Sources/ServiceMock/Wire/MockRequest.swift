public import Foundation
public import HTTPTypes
import RepositoryValues

/// A request received by a mock.
public struct MockRequest: Sendable {
    /// The method, for example `GET`.
    public internal(set) var method: String
    /// The path, percent-encoded, without the query.
    public let path: String
    /// The query, percent-encoded; empty if there is none.
    public let query: String
    /// The header fields.
    public internal(set) var headerFields: HTTPFields
    /// The body.
    public internal(set) var body: Data

    /// The decoded query parameters, in order.
    let items: [QueryItem]
    /// The decoded path segments; the last one is empty if the path has a trailing slash.
    let segments: [String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path with the query, percent-encoded.
    ///   - headerFields: The header fields.
    ///   - body: The body.
    public init(
        method: String,
        target: String,
        headerFields: HTTPFields = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.headerFields = headerFields
        self.body = body
        // Proxies receive absolute addresses.
        let scheme = ["http://", "https://"].first { target.lowercased().hasPrefix($0) }
        let rest = scheme.map { target.dropFirst($0.count) }
        let target =
            rest.map { text in
                text.firstIndex { "/?".contains($0) }.map { String(text[$0...]) } ?? "/"
            } ?? target
        let mark = target.firstIndex(of: "?")
        path = String(mark.map { target[..<$0] } ?? target[...])
        query = mark.map { String(target[target.index(after: $0)...]) } ?? ""
        items = QueryItem.list(query)
        segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { PercentEncoding.decode($0) ?? String($0) }
    }

    /// The first value of a query parameter.
    subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// A header field by its name, ignoring case.
    func field(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headerFields[$0] }
    }

    /// The media type of the body without parameters, in lower case.
    var mediaType: String {
        (headerFields[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
    }
}

/// A decoded query parameter or form field.
struct QueryItem: Hashable, Sendable {
    let name: String
    let value: String

    /// The items of a text like `a=1&b=%20`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isForm: Whether `+` is a space, as in forms.
    /// - Returns: The items, in order.
    static func list(_ text: String, isForm: Bool = false) -> [QueryItem] {
        text.split(separator: "&").map { part in
            let equals = part.firstIndex(of: "=")
            func decoded(_ text: Substring) -> String {
                let plain = isForm ? text.replacing("+", with: " ") : text
                return PercentEncoding.decode(plain) ?? String(plain)
            }
            return QueryItem(
                name: decoded(equals.map { part[..<$0] } ?? part),
                value: equals.map { decoded(part[part.index(after: $0)...]) } ?? ""
            )
        }
    }
}
