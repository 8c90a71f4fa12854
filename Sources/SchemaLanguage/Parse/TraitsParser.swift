import Diagnostics
import YAMLTree

/// Parses the traits of a declaration in addition to its properties or cases.
enum TraitsParser {
    private enum UnknownKeys: String, CaseIterable {
        case ignore, keep
    }

    /// Parses the keys of a kind of declaration, out of `conforms`, `hashable` and `unknownKeys`.
    static func parse(
        _ keys: Set<String>,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> TraitsDeclaration {
        var traits = TraitsDeclaration()
        if keys.contains("conforms"), let node = mapping.optional("conforms") {
            traits.conformances = conformances(node, in: &context)
        }
        if keys.contains("hashable"), let node = mapping.optional("hashable") {
            traits.isHashable = context.bool(node, what: "hashable")
                .map { Located($0, at: node.range) }
        }
        if keys.contains("unknownKeys"), let node = mapping.optional("unknownKeys") {
            traits.keepsUnknownKeys =
                context.word(node, what: "unknownKeys", as: UnknownKeys.self) == .keep
        }
        return traits
    }

    /// Frequently used protocols.
    private static let wellKnown = [
        "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
        "Decodable", "Encodable", "Hashable", "Identifiable",
    ]

    /// Parses the name of a protocol, or a list of them.
    static func conformances(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<String>] {
        context.names(node, what: "conforms", hint: "write `conforms: [Codable]`").filter { name in
            guard !SwiftPath.isTypePath(name.value) else { return true }
            context.report(
                .invalidConformance,
                "expected the name of a protocol, found '\(name.value.shortened(to: 40))'",
                at: name.range,
                hint: NearestSpelling.hint(for: name.value, in: wellKnown)
                    ?? "write names such as Codable or MyKit.Named, one an element of the list"
            )
            return false
        }
    }
}

/// The grammar of optionally qualified Swift names: `Codable`, `MyKit.Named`.
enum SwiftPath {
    /// Whether a string names a type, which starts with a capital.
    static func isTypePath(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.count <= 200 && parts.allSatisfy(isName)
            && parts.last?.unicodeScalars.first?.properties.isUppercase == true
    }

    static func isName(_ text: some StringProtocol) -> Bool {
        let scalars = text.unicodeScalars
        return !scalars.isEmpty && text != "_"
            && scalars.enumerated().allSatisfy { $1.isNamePart(first: $0 == 0) }
    }
}
