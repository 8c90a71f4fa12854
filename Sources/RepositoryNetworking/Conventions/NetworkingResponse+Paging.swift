import Foundation
import HTTPTypes

extension NetworkingResponse {
    /// The URL with `rel=next` in the `Link` header field (RFC 8288); nil if there is none.
    var nextLink: String? {
        guard let links = header("Link") else { return nil }
        var rest = Substring(links)
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = rest[open..<close].dropFirst()
            rest = rest[close...].dropFirst()
            var isQuoted = false
            let parameters = rest.prefix { character in
                if character == "\"" { isQuoted.toggle() }
                return isQuoted || character != ","
            }
            rest = rest[parameters.endIndex...]
            if parameters.split(separator: ";").contains(where: Self.isNext) {
                return String(target)
            }
        }
        return nil
    }

    /// Returns whether a link parameter contains the relation `next`, perhaps among others.
    private static func isNext(_ parameter: Substring) -> Bool {
        let parts = parameter.lowercased().split(separator: "=", maxSplits: 1)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts[0] == "rel" else { return false }
        return parts[1].split { $0 == " " || $0 == "\"" }.contains("next")
    }

    /// Returns a header field by its case-insensitive name.
    package func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { head.headerFields[$0] }
    }

    /// Returns the total number of entities, if the service reports it.
    func total(at place: Conventions.Paging.Total) -> Int? {
        switch place {
        case .header(let name): count(inHeader: name)
        case .head: nil
        case .member(let path):
            (try? JSONPart.text(at: path, in: body)).flatMap { try? Int(jsonData: $0) }
        }
    }

    /// Returns a number in a header field, or the total in `Content-Range` (RFC 9110).
    func count(inHeader name: String) -> Int? {
        header(name).flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
    }
}
