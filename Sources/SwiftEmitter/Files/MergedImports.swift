/// The imports of several declarations, each once and as visible as the one that needs it most.
///
/// ```swift
/// public import MoneyKit
/// public import RepositoryRuntime
///
/// #if canImport(FoundationEssentials)
/// public import FoundationEssentials
/// #else
/// public import Foundation
/// #endif
/// ```
struct MergedImports {
    /// The access levels, from the least visible.
    private static let levels = ["private", "fileprivate", "internal", "package", "public"]

    /// The imports by module, each with its access level.
    private var modules: [String: String] = [:]
    /// The conditional imports, in the order of their appearance.
    private var conditionals: [[String]] = []

    /// Adds the imports of a declaration.
    mutating func add(_ block: Block) {
        var conditional: [String] = []
        for line in block.lines where !line.isEmpty {
            if line.hasPrefix("#if") || !conditional.isEmpty {
                conditional.append(line)
                guard line.hasPrefix("#endif") else { continue }
                if !conditionals.contains(conditional) { conditionals.append(conditional) }
                conditional = []
            } else {
                add(line)
            }
        }
    }

    private mutating func add(_ line: String) {
        let parts = line.split(separator: " import ", maxSplits: 1)
        guard parts.count == 2 else { return }
        let level = String(parts[0])
        let module = String(parts[1])
        let present = modules[module].flatMap(Self.levels.firstIndex) ?? -1
        if Self.levels.firstIndex(of: level) ?? 0 > present { modules[module] = level }
    }

    /// The imports, as a file has them.
    var block: Block {
        var lines = modules.sorted { $0.key < $1.key }.map { "\($0.value) import \($0.key)" }
        for conditional in conditionals { lines += [""] + conditional }
        return Block(lines)
    }
}
