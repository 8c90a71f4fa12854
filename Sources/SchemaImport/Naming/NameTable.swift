import SchemaLanguage

/// The names of declarations: each is given once, also where only case tells two apart.
package struct NameTable: Sendable {
    private var taken: Set<String> = []
    private let reserved: Set<String>

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - reserved: Names that no declaration may have, besides the types of the language and of Swift.
    ///   - taken: The names of declarations that there are.
    package init(reserved: some Sequence<String>, taken: some Sequence<String> = []) {
        self.reserved = Set(reserved).union(PrimitiveType.allCases.map(\.rawValue))
            .union(SwiftTypeNames.common)
        self.taken = Set(taken.map(Self.folded))
    }

    /// Whether a declaration may be called so.
    package func isFree(_ name: String) -> Bool {
        !reserved.contains(name) && !taken.contains(Self.folded(name))
    }

    /// Takes a name: the one that is wanted, or with a word or a number behind it where that is taken.
    ///
    /// - Parameters:
    ///   - wanted: The name, or what one can be made of.
    ///   - word: What tells it from others, such as `Value` or `Request`.
    /// - Returns: The name.
    package mutating func take(_ wanted: String, or word: String) -> String {
        let stem = Self.typeName(wanted) ?? word
        let candidates = [stem, stem.hasSuffix(word) ? stem + "2" : stem + word]
        if let name = candidates.first(where: isFree) { return claim(name) }
        var number = 2
        while !isFree("\(candidates[1])\(number)") { number += 1 }
        return claim("\(candidates[1])\(number)")
    }

    /// Takes exactly a name.
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

    /// The name as a file system without regard to case sees it.
    private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// A name of a type, made of any text; nil where there is no letter in it.
    package static func typeName(_ text: String) -> String? {
        NameWords(PropertyNaming.spelledOut(text)).upperCamel.map { name in
            // A declaration becomes a file, whose name has a limit.
            name.utf8.count <= 120 ? name : String(name.prefix(60))
        }
    }

    /// Names of cases after their values, no two alike.
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
    /// Inserts a name, with a number behind it where it is there: `name`, `name2`, `name3`.
    ///
    /// - Parameter stem: The name.
    /// - Returns: The name that was inserted.
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
