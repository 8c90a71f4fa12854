/// The imports of several declarations, each once, with the highest access level that any of them
/// needs.
///
/// ```swift
/// public import MoneyKit
/// public import RepositoryValues
///
/// #if canImport(FoundationEssentials)
/// public import FoundationEssentials
/// #else
/// public import Foundation
/// #endif
/// ```
struct MergedImports {
    /// The access level of an import.
    private enum Level: String, CaseIterable, Comparable {
        case `internal`, `package`, `public`

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        static func < (lhs: Level, rhs: Level) -> Bool { lhs.rank < rhs.rank }
    }

    /// The levels of unconditional imports, by module.
    private var modules: [String: Level] = [:]
    /// The levels of conditional imports, by their lines without the level.
    private var conditionals: [[String]: Level] = [:]
    /// The minimum levels of conditional imports, if the file has them.
    private var levelsBehindAliases: [[String]: Level] = [:]

    /// Adds the imports of a declaration.
    mutating func add(_ header: FileHeader) {
        add(header.imports)
        var behindAliases = MergedImports()
        behindAliases.add(header.importsBehindAliases)
        for (conditional, level) in behindAliases.conditionals {
            Self.raise(&levelsBehindAliases, conditional, to: level)
        }
    }

    private mutating func add(_ block: Block) {
        var conditional: [String] = []
        var levelOfConditional = Level.internal
        for line in block.lines where !line.isEmpty {
            let (level, rest) = Self.parts(of: line)
            if conditional.isEmpty, !line.hasPrefix("#if") {
                Self.raise(&modules, rest, to: level)
                continue
            }
            conditional.append(rest)
            levelOfConditional = max(level, levelOfConditional)
            guard line.hasPrefix("#endif") else { continue }
            Self.raise(&conditionals, conditional, to: levelOfConditional)
            conditional = []
            levelOfConditional = .internal
        }
    }

    /// The level of an import, and the line without it; a condition has no level.
    private static func parts(of line: String) -> (Level, String) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let level = Level(rawValue: String(words[0])) else {
            return (.internal, line)
        }
        return (level, String(words[1]))
    }

    private static func raise<Key>(_ levels: inout [Key: Level], _ key: Key, to level: Level) {
        levels[key] = max(level, levels[key] ?? level)
    }

    /// The imports in the order of a file.
    var block: Block {
        var lines = modules.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        for (conditional, level) in conditionals.sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            let level = max(level, levelsBehindAliases[conditional] ?? level)
            lines.append("")
            lines += conditional.map { $0.hasPrefix("import ") ? "\(level) \($0)" : $0 }
        }
        return Block(lines)
    }
}
