import Diagnostics
import YAMLTree

/// A repository of an entity, with the conventions in effect.
struct RepositoryInUse {
    /// Its operations.
    let operations: RepositoryDeclaration.EntityOperations
    /// The name of its entity.
    let entity: Located<String>
    /// Its entity; nil if there is none with that name.
    let structure: SchemaIndex.Structure?
    /// The service.
    let api: APIDeclaration?
    /// The conventions in effect; nil if there are none, or not all of them could be read.
    let conventions: CheckedConventions?

    /// The place of a setting of the conventions, such as `changes.parameter`: in the repository,
    /// in its API, or the name of a profile that contains it; nil if nothing sets it.
    func place(of path: String) -> SourceRange? {
        declaredPlace(of: path) ?? said.lazy.compactMap(\.like?.range).first
    }

    /// The place of a setting of the conventions in the repository or in its API; nil if neither
    /// sets it.
    func declaredPlace(of path: String) -> SourceRange? {
        let keys = path.split(separator: ".").map(String.init)
        return said.lazy.compactMap { $0.pair(at: keys)?.value.range }.first
    }

    /// The place of a key that the author chose, for example below `requests.list.query`.
    func place(of path: String, key: String) -> SourceRange? {
        said.lazy.compactMap { $0.place(of: path, key: key) }.first
    }

    /// The declarations of conventions, the nearest first.
    private var said: [ConventionsDeclaration] {
        let begin = operations.conventions?.conventions.beginsAnew == true
        return [operations.conventions, begin ? nil : api?.conventions].compactMap(\.self)
    }

    /// Whether all declared conventions could be read.
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
