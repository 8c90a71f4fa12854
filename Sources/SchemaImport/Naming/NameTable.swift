import SchemaLanguage

/// The names of declarations: unique, even ignoring case.
package struct NameTable: Sendable {
    private var taken: Set<String> = []
    private let reserved: Set<String>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - reserved: Names that no declaration may have, besides the types of the language and of
    ///     Swift.
    ///   - taken: The names of existing declarations.
    package init(reserved: some Sequence<String>, taken: some Sequence<String> = []) {
        self.reserved = Set(reserved).union(PrimitiveType.allCases.map(\.rawValue))
            .union(SwiftTypeNames.common)
        self.taken = Set(taken.map(Self.folded))
    }

    /// Whether a declaration may have a name.
    package func isFree(_ name: String) -> Bool {
        !reserved.contains(name) && !taken.contains(Self.folded(name))
    }

    /// Reserves a name: the requested one, or with a suffix if that is taken.
    ///
    /// - Parameters:
    ///   - wanted: The name, or a text to derive it from.
    ///   - word: A suffix, for example `Value` or `Request`.
    /// - Returns: The name.
    package mutating func take(_ wanted: String, or word: String) -> String {
        let stem = Self.typeName(wanted) ?? word
        let candidates = [stem, stem.hasSuffix(word) ? stem + "2" : stem + word]
        if let name = candidates.first(where: isFree) { return claim(name) }
        var number = 2
        while !isFree("\(candidates[1])\(number)") { number += 1 }
        return claim("\(candidates[1])\(number)")
    }

    /// Reserves exactly this name.
    ///
    /// - Returns: Whether it was free.
    package mutating func takeExactly(_ name: String) -> Bool {
        guard isFree(name) else { return false }
        _ = claim(name)
        return true
    }

    private mutating func claim(_ name: String) -> String {
        taken.insert(Self.folded(name))
        return name
    }

    /// The name, as on a case-insensitive file system.
    private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// A type name derived from any text; nil if the text contains no letter.
    package static func typeName(_ text: String) -> String? {
        NameWords(PropertyNaming.spelledOut(text)).upperCamel.map { name in
            // A declaration becomes a file, whose name is limited.
            name.utf8.count <= 120 ? name : String(name.prefix(60))
        }
    }

    /// Unique case names for values.
    package static func caseNames(for values: [String]) -> [String] {
        var taken: Set<String> = []
        return values.map { value in
            let stem =
                value.isEmpty
                ? "empty"
                : NameWords(PropertyNaming.spelledOut(value)).lowerCamel.map {
                    String($0.prefix(80))
                }
                    ?? "other"
            return taken.insertNumbered(stem)
        }
    }
}

extension Set<String> {
    /// Inserts a name, with a number if it exists: `name`, `name2`, `name3`.
    ///
    /// - Parameter stem: The name.
    /// - Returns: The inserted name.
    package mutating func insertNumbered(_ stem: String) -> String {
        var name = stem
        var number = 2
        while !insert(name).inserted {
            name = "\(stem)\(number)"
            number += 1
        }
        return name
    }
}
