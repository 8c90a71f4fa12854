import Diagnostics

/// Checks that a strategy uses existing stores and supported operations, and that only one
/// repository stores an entity locally.
struct StrategyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var keepers: [String: Located<String>] = [:]
        return index.documents.flatMap(\.repositories).flatMap { repository in
            repository.kinds.flatMap { kind -> [Diagnostic] in
                guard case .entity(let operations) = kind else { return [] }
                let others = [
                    duplicateStore(operations, of: repository.heading.name, &keepers),
                    lonelySynchronization(operations),
                ]
                return missingStore(operations) + unofferedRules(operations)
                    + others.compactMap(\.self)
            }
        }
    }

    /// A second repository that stores an entity: pending writes could go to either path.
    private func duplicateStore(
        _ operations: RepositoryDeclaration.EntityOperations,
        of name: Located<String>,
        _ keepers: inout [String: Located<String>]
    ) -> Diagnostic? {
        guard let local = operations.local, local != .nowhere, let entity = operations.entity
        else { return nil }
        guard let first = keepers[entity.value] else {
            keepers[entity.value] = name
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.duplicateLocalStore,
            "another repository already stores '\(entity.value)' locally",
            at: entity.range,
            notes: [Diagnostic.Note("\(first.value) stores it", at: first.range)],
            hint: "leave `local:` out of one of them"
        )
    }

    /// Settings that need a local store, if there is none.
    private func missingStore(
        _ operations: RepositoryDeclaration.EntityOperations
    ) -> [Diagnostic] {
        guard operations.local == .nowhere else { return [] }
        let strategy = operations.strategy
        let rules = [strategy?.otherwise].compactMap(\.self) + (strategy?.rules.map(\.rule) ?? [])
        let strategies = rules.filter { $0.value.needsLocalStore }.map {
            missingStore("the strategy needs a local store, but there is none", at: $0.range)
        }
        let conflicts = operations.conflicts.map {
            missingStore("conflicts need a local store, but there is none", at: $0.range)
        }
        let keep = operations.keep.map {
            missingStore("'keep' limits a local store, but there is none", at: $0.place.range)
        }
        return strategies + [conflicts, keep].compactMap(\.self)
    }

    private func missingStore(_ message: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.missingLocalStore,
            message,
            at: range,
            hint: "write `local: sqlite`, or `local: memory`"
        )
    }

    /// Operations with a rule that the server does not support.
    private func unofferedRules(
        _ operations: RepositoryDeclaration.EntityOperations
    ) -> [Diagnostic] {
        // A mistake in the list has been reported.
        guard let remote = operations.remote?.map(\.value), let strategy = operations.strategy
        else { return [] }
        return strategy.rules.compactMap { entry in
            let operation = entry.operation.value
            let isSent = entry.rule.value.synchronize && !operation.isRead
            guard entry.rule.value.names(.remote) || isSent,
                !operation.requirements.contains(where: { $0.allSatisfy(remote.contains) })
            else { return nil }
            let missing = (operation.requirements.first ?? []).filter { !remote.contains($0) }
            let words = missing.map(\.rawValue).listed(by: "and")
            return Diagnostic(
                rule: SchemaRule.unofferedOperation,
                "'\(operation.rawValue)' goes to the server, but `remote:` does not list it",
                at: entry.operation.range,
                hint: "add \(words) to `remote:`, or write `\(operation.rawValue): localOnly`"
            )
        }
    }

    /// Creating many entities at once is another form of creating one, which a single pending write
    /// needs.
    private func lonelySynchronization(
        _ operations: RepositoryDeclaration.EntityOperations
    ) -> Diagnostic? {
        guard let remote = operations.remote,
            let synchronize = remote.first(where: { $0.value == .synchronize }),
            !remote.contains(where: { $0.value == .create })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.unofferedOperation,
            "'synchronize' creates many entities at once, but `remote:` does not list create",
            at: synchronize.range,
            hint: "add create to `remote:`"
        )
    }
}

extension CheckedStrategy.Rule {
    /// Whether it uses a local store.
    fileprivate var needsLocalStore: Bool { names(.local) || synchronize }
}
