import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// Adds parameters to the query, except those already present.
    ///
    /// - Parameter parameters: The values by name.
    package mutating func addToQuery(_ parameters: [String: String]) {
        guard !parameters.isEmpty else { return }
        head.path = (head.path ?? "").addingToQuery(parameters)
    }
}

extension String {
    /// Returns a percent-encoded path with more query parameters, sorted by name, except those
    /// already present.
    func addingToQuery(_ parameters: [String: String]) -> String {
        guard !parameters.isEmpty else { return self }
        let query = firstIndex(of: "?").map { self[index(after: $0)...] } ?? ""
        let present = Set(
            query.split(separator: "&").map { item in
                let name = item.prefix { $0 != "=" }.replacing("+", with: " ")
                return name.removingPercentEncoding ?? String(name)
            }
        )
        let items = parameters.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
        guard !items.isEmpty else { return self }
        let separator = !contains("?") ? "?" : query.isEmpty || query.hasSuffix("&") ? "" : "&"
        return self + separator + ServiceQuery.text(items.map { ($0.key, $0.value) })
    }
}
