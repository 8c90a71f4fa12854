import Diagnostics

/// Checks that a format with a URL is on a reference, and has the identity at the end of its path.
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
                    "only a reference can be written as the URL of an entity, and "
                        + "'\(property.name.value)' is not one",
                    at: url.range,
                    hint: Self.advice(for: type.leaf)
                )
            }
            if let json = property.json {
                return Diagnostic(
                    rule: SchemaRule.misplacedWireType,
                    "the format of '\(property.name.value)' already defines its type in JSON",
                    at: json.range,
                    hint: "drop `json:`"
                )
            }
            if let isIndexed = property.isIndexed, isIndexed.value {
                return Diagnostic(
                    rule: SchemaRule.misplacedIndex,
                    "'\(property.name.value)' cannot be indexed: in JSON it is a URL with the "
                        + "identity",
                    at: isIndexed.range
                )
            }
            return problem(in: url.value).map { message in
                Diagnostic(
                    rule: SchemaRule.invalidValue,
                    message,
                    at: url.range,
                    hint:
                        "write the URL of an entity, such as "
                        + "`https://api.example.com\(Self.example)` or `\(Self.example)`, with "
                        + "{id} for the identity"
                )
            }
        }
    }

    /// The hint for a property with the URL of an entity that is not a reference.
    private static func advice(for type: CheckedType) -> String {
        switch type {
        case .entity(let name): "a reference to it has the type `\(name).ID`"
        case .primitive(.date): "the format of a Date is a word, as in `format: iso8601`"
        default: "a reference has the type `Name.ID` of an entity; a plain address is a `URL`"
        }
    }

    /// The problem with a template; nil if it is valid.
    private func problem(in template: String) -> String? {
        var rest = template[...]
        if !rest.hasPrefix("/") {
            let scheme = rest.prefix { $0.isLetter }
            guard ["http", "https"].contains(scheme.lowercased()),
                rest.dropFirst(scheme.count).hasPrefix("://")
            else {
                return
                    "the URL of a reference starts with https://, http:// or the '/' of its path, "
                    + "found '\(template.shortened(to: 60))'"
            }
            let authority = rest.dropFirst(scheme.count + 3)
            guard let slash = authority.firstIndex(of: "/"), slash > authority.startIndex else {
                return "the URL of a reference needs a path"
            }
            rest = authority[slash...]
            if let problem = BaseURL.problem(String(template[..<slash])) {
                return "the URL of a reference has a host and an optional port, \(problem)"
            }
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let text = path.hasSuffix("/") ? path.dropLast() : path
        let components = text.split(separator: "/", omittingEmptySubsequences: false)
        let count = template.ranges(of: "{id}").count
        guard components.last == "{id}", count == 1 else {
            return "the URL of a reference contains {id} once, as the last part of its path, found "
                + "'\(template.shortened(to: 60))'"
        }
        let isPlain = template.replacing("{id}", with: "").unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && scalar.value > 0x20 && !"{}\"\\<>^`|".unicodeScalars.contains(scalar)
        }
        return isPlain ? nil : "a character in the URL of a reference must be percent-encoded"
    }
}
