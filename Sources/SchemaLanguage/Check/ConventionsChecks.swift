import Diagnostics
import YAMLTree

/// What has changed can be asked for where deletions are seen, too.
struct ChangesCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.compactMap { use in
            let pair = use.pair(at: "changes") ?? use.pair(at: "tombstone")
            // Of what could not be read of the API, it is not known what it says.
            guard case .since = use.conventions.changes, use.api?.conventions?.isWhole != false,
                use.conventions.tombstone?.path.isEmpty ?? true, let place = pair?.key.range
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidValue,
                "who asks for changes alone would never see what is deleted: nothing says by what "
                    + "it is known",
                at: place,
                hint: "say by which property, as in `tombstone: deleted`, or write `changes: none`"
            )
        }
    }
}

/// A creation is looked for under an identity that its client gives.
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
                "a creation of \(name.value) is looked for under the identity that its client gives, "
                    + "and the service gives it",
                at: name.range,
                notes: repository.place(of: "creation").map {
                    [Diagnostic.Note("that is said here", at: $0)]
                } ?? [],
                hint: "write `assignedBy: client` in the id of \(name.value), or "
                    + "`conventions: { creation: comparison }` in the repository"
            )
        }
    }
}

/// An entity is created at a path with its identity where its client gives that.
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
                "\(name.value) is created at a path with its identity, which the client does not give",
                at: name.range,
                hint: "write `assignedBy: client` in the id of \(name.value), or another path for "
                    + "`requests: { create: … }`"
            )
        }
    }
}
