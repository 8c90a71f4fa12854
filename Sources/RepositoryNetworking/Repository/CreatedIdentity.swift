import Foundation
import HTTPTypes

extension NetworkingResponse {
    /// Returns the identity in `Location`, decoded.
    ///
    /// It stands where the request to read an entity contains it: in the path, possibly with
    /// other characters in the same component, as in `tickets(7)`, or in the query, as in
    /// `tickets?id=eq.7`. With 202, it may be the URL of a job instead, outside of the collection.
    ///
    /// - Parameter request: The creation.
    /// - Returns: The identity; nil if there is none.
    package func createdID(by request: NetworkingRequest) -> String? {
        guard let location = head.headerFields[.location] else { return nil }
        let parts = location.prefix { $0 != "#" }.split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let path = parts.first ?? ""
        guard let form = request.form else {
            return status == 202 ? nil : path.lastComponent?.removingPercentEncoding
        }
        let conventions = form.conventions
        let collection = form.collectionPath[...].lastComponent
        // A job has a path of its own.
        let mayBeJob = status == 202
        if parts.count > 1, !mayBeJob || path.lastComponent == collection {
            for item in parts[1].split(separator: "&") {
                let pair = item.split(separator: "=", maxSplits: 1).map(\.removingPercentEncoding)
                if pair.count == 2, let name = pair[0], let value = pair[1],
                    let template = conventions.parameters(of: .read, id: nil)[name],
                    let place = template.range(of: "{id}"),
                    let id = value[...].within(
                        template[..<place.lowerBound],
                        template[place.upperBound...]
                    )
                {
                    return String(id)
                }
            }
        }
        let template = conventions.form(of: .read).path(in: form.collectionPath)
        guard let place = template.range(of: "{id}") else {
            // The path may be that of the collection.
            return mayBeJob || path.lastComponent == collection
                ? nil : path.lastComponent?.removingPercentEncoding
        }
        let before = template[..<place.lowerBound]
        let after = template[place.upperBound...].prefix { $0 != "?" }
        // Some services leave the rest of the path out.
        let rest = after.drop { $0 != "/" }
        let known = path.hasSuffix(rest) ? path.dropLast(rest.count) : path
        let opening = before.hasSuffix("/") ? "" : before.lastComponent?.removingPercentEncoding
        let closing = after.prefix { $0 != "/" }.removingPercentEncoding
        guard let id = known.lastComponent?.removingPercentEncoding else { return nil }
        if mayBeJob, opening?.isEmpty == true,
            known.split(separator: "/").dropLast().last != before.lastComponent
        {
            return nil
        }
        let found = id[...].within(opening?[...] ?? "", closing?[...] ?? "").map(String.init)
        return found ?? (opening?.isEmpty == true ? id : nil)
    }
}

extension Substring {
    /// The last component of a path; nil if it has none.
    fileprivate var lastComponent: Substring? { split(separator: "/").last }

    /// Returns the text between two others; nil if there is none.
    fileprivate func within(_ opening: Substring, _ closing: Substring) -> Substring? {
        guard hasPrefix(opening), hasSuffix(closing), count > opening.count + closing.count else {
            return nil
        }
        return dropFirst(opening.count).dropLast(closing.count)
    }
}
