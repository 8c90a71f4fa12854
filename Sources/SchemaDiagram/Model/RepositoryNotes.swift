import SchemaLanguage

/// The notes on a repository: where its entities are stored, and which side is tried first.
struct RepositoryNotes {
    /// The notes, one line each.
    let lines: [String]

    init(_ operations: CheckedRepository.EntityOperations) {
        let remote = operations.remote.map(\.rawValue).joined(separator: ", ")
        var lines = ["server /\(operations.path)", remote]
        switch operations.local {
        case .nowhere: lines.append("nothing stored locally")
        case .sqlite: lines.append("local store: SQLite")
        case .memory: lines.append("local store: memory")
        }
        if operations.local != .nowhere {
            lines.append(Self.words(for: operations.strategy))
            if let conflicts = operations.conflicts {
                lines.append("conflicts: \(conflicts.rawValue)")
            }
            if let newest = operations.keep?.newest { lines.append("keeps the newest \(newest)") }
        }
        self.lines = lines
    }

    /// A strategy in a few words.
    private static func words(for strategy: CheckedStrategy?) -> String {
        guard let strategy else {
            return "default: \(CheckedStrategy.Name.default.rule.rule.words)"
        }
        if let name = strategy.name { return "\(name.rawValue): \(strategy.otherwise.words)" }
        return "strategy by operation"
    }
}

extension CheckedStrategy.Rule {
    /// The sides in the order in which they are tried.
    var words: String {
        switch (target, fallback) {
        case (.remote, nil): "server only"
        case (.local, nil): "local store only"
        case (.remote, _?): "server, then local store"
        case (.local, _?): "local store, then server"
        }
    }
}
