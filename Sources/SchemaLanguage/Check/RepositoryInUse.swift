import Diagnostics
import YAMLTree

/// A repository of an entity, with the conventions that hold for it.
struct RepositoryInUse {
    /// What it keeps.
    let operations: RepositoryDeclaration.EntityOperations
    /// The name of its entity.
    let entity: Located<String>
    /// Its entity; nil where there is none of that name.
    let structure: SchemaIndex.Structure?
    /// The service that is spoken to.
    let api: APIDeclaration?
    /// The conventions that hold; nil where there are none, or not all of them could be read.
    let conventions: CheckedConventions?

    /// Where conventions say something, as `changes.parameter`: in the repository, else in its API, else
    /// by the name of a family that says it; nil where nothing does.
    func place(of path: String) -> SourceRange? {
        let keys = path.split(separator: ".").map(String.init)
        return said.lazy.compactMap { $0.pair(at: keys)?.value.range }.first
            ?? said.lazy.compactMap(\.like?.range).first
    }

    /// Where conventions have a key that the author chose, below `requests.list.query` for one.
    func place(of path: String, key: String) -> SourceRange? {
        said.lazy.compactMap { $0.place(of: path, key: key) }.first
    }

    /// What says the conventions, the nearest first.
    private var said: [ConventionsDeclaration] {
        let begin = operations.conventions?.conventions.beginsAnew == true
        return [operations.conventions, begin ? nil : api?.conventions].compactMap(\.self)
    }

    /// Whether all that is said of conventions could be read.
    var isWhole: Bool {
        [operations.conventions, api?.conventions].compactMap(\.self).allSatisfy(\.isWhole)
    }
}

extension SchemaIndex {
    /// The failures that repositories of entities declare.
    var repositoryFailures: [EndpointDeclaration.Failure] {
        documents.flatMap(\.repositories).flatMap(\.kinds).flatMap {
            kind -> [EndpointDeclaration.Failure] in
            guard case .entity(let operations) = kind else { return [] }
            return operations.failures
        }
    }

    /// All repositories of entities, in order.
    var repositoriesInUse: [RepositoryInUse] {
        documents.flatMap(\.repositories).flatMap(\.kinds).compactMap { kind in
            guard case .entity(let operations) = kind, let entity = operations.entity else {
                return nil
            }
            let api = api(ofEntity: entity)
            let said = [operations.conventions, api?.conventions].compactMap(\.self)
            let isWhole = said.allSatisfy(\.isWhole)
            return RepositoryInUse(
                operations: operations,
                entity: entity,
                structure: structure(named: entity.value),
                api: api,
                conventions: isWhole
                    ? operations.conventions?.conventions(over: api)
                        ?? api?.conventions?.conventions
                    : nil
            )
        }
    }
}
