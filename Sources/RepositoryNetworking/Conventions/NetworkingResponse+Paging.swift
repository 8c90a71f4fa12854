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
            let parameters = Self.items(of: rest, separatedBy: ",", limit: 1).first ?? rest
            rest = rest[parameters.endIndex...]
            if Self.items(of: parameters, separatedBy: ";").contains(where: Self.isNext) {
                return String(target)
            }
        }
        return nil
    }

    /// Returns the items of a text; a title in quotes may contain separators.
    private static func items(
        of text: Substring,
        separatedBy separator: Character,
        limit: Int = .max
    ) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return text.split(maxSplits: limit, omittingEmptySubsequences: false) { character in
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            return character == separator && !isQuoted
        }
    }

    /// Returns whether a link parameter contains the relation `next`, perhaps among others.
    private static func isNext(_ parameter: Substring) -> Bool {
        let parts = parameter.lowercased().split(separator: "=", maxSplits: 1)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts[0] == "rel" else { return false }
        return parts[1].split { $0 == " " || $0 == "\"" }.contains("next")
    }

    /// Returns the URL of the next page in the body, which may be that of a link object, as in
    /// JSON:API 1.1.
    ///
    /// - Parameters:
    ///   - path: The path of the URL.
    ///   - request: The request of this page.
    /// - Returns: The URL; nil if the response declares that this is the last page.
    /// - Throws: `RepositoryError` if there is something else.
    func nextLink(
        at path: JSONKeyPath,
        for request: NetworkingRequest
    ) throws(RepositoryError) -> String? {
        let value = try value(at: path, for: request)
        let target = value?.object?["href"] ?? value
        try require(target?.string, from: target, "string", at: path, for: request)
        return target?.string
    }

    /// Returns the token of the next page in the body, a string or a number.
    ///
    /// - Parameters:
    ///   - path: The path of the token.
    ///   - request: The request of this page.
    /// - Returns: The token; nil if the response declares that this is the last page.
    /// - Throws: `RepositoryError` if there is something else.
    func nextToken(
        at path: JSONKeyPath,
        for request: NetworkingRequest
    ) throws(RepositoryError) -> String? {
        let value = try value(at: path, for: request)
        try require(value?.identityText, from: value, "string or number", at: path, for: request)
        return value?.identityText
    }

    /// Throws if a value is neither a link or a token nor declares that there is no next page.
    private func require(
        _ text: String?,
        from value: JSON?,
        _ expected: String,
        at path: JSONKeyPath,
        for request: NetworkingRequest
    ) throws(RepositoryError) {
        guard text == nil, let value, !value.isNothing else { return }
        let error = JSONError(noLink: value, at: path, expected: expected)
        throw RepositoryError(unreadable: self, to: request, error)
    }

    /// Returns a value in the body; nil if there is none.
    func value(
        at path: JSONKeyPath,
        for request: NetworkingRequest
    ) throws(RepositoryError) -> JSON? {
        do throws(JSONError) {
            guard let text = try JSONPart.text(at: path, in: body) else {
                try requirePlace(of: path)
                return nil
            }
            return try JSON(jsonData: text)
        } catch {
            throw RepositoryError(unreadable: self, to: request, error)
        }
    }

    /// Throws if a path leads into something other than an object, such as an array of links.
    private func requirePlace(of path: JSONKeyPath) throws(JSONError) {
        var path = path
        // The body itself may be an array if there is only one page.
        while path.components.count > 1 {
            path.components.removeLast()
            guard let text = try JSONPart.text(at: path, in: body) else { continue }
            let value = try JSON(jsonData: text)
            guard value.object == nil, !value.isNothing else { return }
            throw JSONError(noLink: value, at: path, expected: "object")
        }
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

extension JSON {
    /// Whether the value declares that there is no next page.
    ///
    /// Any other value is not taken for the end: the listing would seem complete without the rest.
    fileprivate var isNothing: Bool {
        switch self {
        case .null, .bool(false): true
        // Some services write nothing as an empty array or object.
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .number, .string: false
        }
    }
}

extension JSONError {
    /// Creates the error for a value that is no link or token.
    fileprivate init(noLink value: JSON, at path: JSONKeyPath, expected: String) {
        self.init(
            code: .typeMismatch,
            expected: expected,
            found: value.kind.rawValue,
            offset: 0,
            keyPath: path
        )
    }
}
