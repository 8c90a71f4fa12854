import Diagnostics

/// What has changed can be asked for where deletions are seen, too.
struct ChangesCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.writtenConventions.compactMap { declaration, all in
            guard case .since = all.changes, all.tombstone?.isEmpty ?? true,
                let place = declaration.changesRange ?? declaration.tombstoneRange
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
            let api = operations.entity.flatMap { structure(named: $0.value) }
                .flatMap { self.api(of: $0.heading, in: $0.document) }
            return (operations, api)
        }
    }

    /// What conventions say, with all that holds there; without those that could not be read.
    fileprivate var writtenConventions: [(ConventionsDeclaration, CheckedConventions)] {
        let ofAPIs = documents.flatMap(\.apis).compactMap { api in
            api.conventions.map { ($0, $0.conventions) }
        }
        let ofRepositories = entityRepositories.compactMap { operations, api in
            operations.conventions.flatMap { declaration in
                conventions(of: operations, api).map { (declaration, $0) }
            }
        }
        return (ofAPIs + ofRepositories).filter { $0.0.isWhole }
    }

    /// The conventions that hold for a repository; nil where they could not be read.
    fileprivate func conventions(
        of operations: RepositoryDeclaration.EntityOperations,
        _ api: APIDeclaration?
    ) -> CheckedConventions? {
        let declarations = [operations.conventions, api?.conventions].compactMap(\.self)
        guard declarations.allSatisfy(\.isWhole) else { return nil }
        let ofAPI = api?.conventions?.conventions ?? CheckedConventions()
        guard let own = operations.conventions?.conventions else { return ofAPI }
        return own.beginsAnew ? own : own.overriding(ofAPI)
    }
}
