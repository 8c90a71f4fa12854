import Diagnostics
import YAMLTree

/// Checks that changes are requested only if deletions are visible.
struct ChangesCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.compactMap { use in
            let pair = use.pair(at: "changes") ?? use.pair(at: "tombstone")
            // If the API could not be read completely, its conventions are unknown.
            guard case .since = use.conventions.changes, use.api?.conventions?.isWhole != false,
                use.conventions.tombstone?.path.isEmpty ?? true, let place = pair?.key.range
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidValue,
                "a client that fetches only changes would miss deletions: nothing marks them",
                at: place,
                hint: "write `tombstone: deleted`, with the property that marks them, or "
                    + "`changes: none`"
            )
        }
    }
}

/// Checks that a creation is looked up only by an identity that the client assigns.
struct CreationIdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.repositoriesInUse.compactMap { repository in
            let name = repository.entity
            guard repository.conventions?.creation == .identity,
                let entity = index.entity(named: name.value), entity.identityOrigin == .server,
                repository.operations.remote?.contains(where: { $0.value == .create }) == true
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "a retried creation of \(name.value) looks for the identity that the client "
                    + "assigned, but the server assigns it",
                at: name.range,
                notes: repository.place(of: "creation").map {
                    [Diagnostic.Note("the convention is set here", at: $0)]
                } ?? [],
                hint: "write `assignedBy: client` in the id of \(name.value), or "
                    + "`conventions: { creation: comparison }` in the repository"
            )
        }
    }
}

/// Checks that an entity is created at a path with its identity only if the client assigns it.
struct CreationPathCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.repositoriesInUse.compactMap { repository in
            let name = repository.entity
            guard let entity = index.entity(named: name.value), entity.identityOrigin != .client,
                repository.operations.remote?.contains(where: { $0.value == .create }) == true,
                let requests = repository.conventions?.requests,
                requests.first(where: { $0.operation == .create })?.form?.path.contains("{id}")
                    == true
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "\(name.value) is created at a path with its identity, which the client does not "
                    + "assign",
                at: name.range,
                hint: "write `assignedBy: client` in the id of \(name.value), or another path for "
                    + "`requests: { create: … }`"
            )
        }
    }
}

/// Checks that entities are created together only in a body that can contain an array.
struct CreationFormCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.repositoriesInUse.compactMap { repository in
            guard let conventions = repository.conventions,
                conventions.sentMedia?.essence == ConventionsCheck.form,
                let operation = repository.operations.remote?
                    .first(where: { $0.value == .synchronize })
            else { return nil }
            let own = conventions.requests.first { $0.operation == .synchronize }
            guard (own?.sent ?? conventions.sent ?? "").isEmpty else { return nil }
            return Diagnostic(
                rule: SchemaRule.unofferedOperation,
                "'synchronize' sends an array of entities, which a form cannot contain",
                at: operation.range,
                notes: repository.place(of: "media").map {
                    [Diagnostic.Note("the convention is set here", at: $0)]
                } ?? [],
                hint: "drop synchronize from `remote:`, or set the key of the array with `sent:`"
            )
        }
    }
}
