import Diagnostics

/// A URL as format stands only where references are, and has the identity at the end of its path.
struct ReferenceURLCheck: SchemaCheck {
    private static let example = "/species/{id}/"

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.compactMapWritten { property in
            guard let url = property.url, let type = index.resolve(property.type) else {
                return nil
            }
            guard case .identity = type.leaf else {
                return Diagnostic(
                    rule: SchemaRule.misplacedFormat,
                    "only a reference is written as the URL of an entity, and "
                        + "'\(property.name.value)' is none",
                    at: url.range,
                    hint: Self.advice(for: type.leaf)
                )
            }
            if let json = property.json {
                return Diagnostic(
                    rule: SchemaRule.misplacedWireType,
                    "the format of '\(property.name.value)' says what it is in JSON",
                    at: json.range,
                    hint: "drop `json:`"
                )
            }
            if let isIndexed = property.isIndexed, isIndexed.value {
                return Diagnostic(
                    rule: SchemaRule.misplacedIndex,
                    "'\(property.name.value)' cannot be indexed: it is a URL in JSON, and the "
                        + "identity a part of it",
                    at: isIndexed.range
                )
            }
            return problem(in: url.value).map { message in
                Diagnostic(
                    rule: SchemaRule.invalidValue,
                    message,
                    at: url.range,
                    hint:
                        "write the URL of an entity, such as `https://api.example.com\(Self.example)`"
                        + " or `\(Self.example)`, with {id} in the place of the identity"
                )
            }
        }
    }

    /// What to do where something other than a reference has the URL of an entity as its format.
    private static func advice(for type: CheckedType) -> String {
        switch type {
        case .entity(let name): "a reference to it has the type `\(name).ID`"
        case .primitive(.date): "how a Date is written is said by a word, as in `format: iso8601`"
        default: "a reference has the type `Name.ID` of an entity; a plain address is a `URL`"
        }
    }

    /// What is wrong with a template; nil where it is one.
    private func problem(in template: String) -> String? {
        var rest = template[...]
        if !rest.hasPrefix("/") {
            let scheme = rest.prefix { $0.isLetter }
            guard ["http", "https"].contains(scheme.lowercased()),
                rest.dropFirst(scheme.count).hasPrefix("://")
            else {
                return
                    "the URL of a reference begins with https://, with http://, or with the '/' of "
                    + "its path, found '\(template.shortened(to: 60))'"
            }
            let authority = rest.dropFirst(scheme.count + 3)
            guard let slash = authority.firstIndex(of: "/"), slash > authority.startIndex else {
                return "the URL of a reference has a path"
            }
            rest = authority[slash...]
            if let problem = BaseURL.problem(String(template[..<slash])) {
                return "the URL of a reference has a host, and perhaps a port, \(problem)"
            }
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let text = path.hasSuffix("/") ? path.dropLast() : path
        let components = text.split(separator: "/", omittingEmptySubsequences: false)
        let count = template.ranges(of: "{id}").count
        guard components.last == "{id}", count == 1 else {
            return "the URL of a reference has {id} once, as the last part of its path, found "
                + "'\(template.shortened(to: 60))'"
        }
        let isPlain = template.replacing("{id}", with: "").unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && scalar.value > 0x20 && !"{}\"\\<>^`|".unicodeScalars.contains(scalar)
        }
        return isPlain ? nil : "the URL of a reference has a character that must be percent-encoded"
    }
}
