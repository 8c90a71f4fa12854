import Diagnostics
import YAMLTree

/// What has changed can be asked for where deletions are seen, too.
struct ChangesCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.compactMap { use in
            let pair = use.pair(at: "changes") ?? use.pair(at: "tombstone")
            // Of what could not be read of the API, it is not known what it says.
            guard case .since = use.conventions.changes, use.api?.conventions?.isWhole != false,
                use.conventions.tombstone?.isEmpty ?? true, let place = pair?.key.range
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

/// An entity is created at a path with its identity where its client gives that.
struct CreationPathCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.entityRepositories.compactMap { operations, api in
            guard let name = operations.entity, let entity = index.entity(named: name.value),
                entity.identityOrigin != .client,
                operations.remote?.contains(where: { $0.value == .create }) == true,
                let all = index.conventions(of: operations, api),
                all.requests.first(where: { $0.operation == .create })?.form?.path
                    .contains("{id}") == true
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

extension SchemaIndex {
    /// The repositories of entities, each with the API that it belongs to.
    fileprivate var entityRepositories:
        [(operations: RepositoryDeclaration.EntityOperations, api: APIDeclaration?)]
    {
        documents.flatMap(\.repositories).flatMap(\.kinds).compactMap { kind in
            guard case .entity(let operations) = kind else { return nil }
            return (operations, operations.entity.flatMap(api(ofEntity:)))
        }
    }

    /// The conventions that hold for a repository; nil where they could not be read.
    fileprivate func conventions(
        of operations: RepositoryDeclaration.EntityOperations,
        _ api: APIDeclaration?
    ) -> CheckedConventions? {
        let declarations = [operations.conventions, api?.conventions].compactMap(\.self)
        guard declarations.allSatisfy(\.isWhole) else { return nil }
        return operations.conventions?.conventions(over: api) ?? api?.conventions?.conventions
    }
}
