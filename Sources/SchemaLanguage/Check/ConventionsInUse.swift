import Diagnostics
import YAMLTree

/// Conventions where a schema says them, with what holds there altogether.
struct ConventionsInUse {
    /// What is written.
    let declaration: ConventionsDeclaration
    /// What holds: what is written, over what it stands on.
    let conventions: CheckedConventions
    /// The service that is spoken to.
    let api: APIDeclaration?
    /// What a repository keeps; nil of the conventions of an API.
    let repository: RepositoryDeclaration.EntityOperations?

    /// The place of the first of some keys that is written here, as `paging.page`; where none is, the
    /// name of the conventions that say it, or nil where those of the API do, of which it is said there.
    func place(of paths: String...) -> SourceRange? {
        for path in paths {
            if let pair = pair(at: path) { return pair.value.range }
        }
        return declaration.like?.range
    }

    /// A key with what stands behind it, as `paging.page`; nil where it is not written here.
    func pair(at path: String) -> YAMLPair? {
        declaration.pair(at: path.split(separator: ".").map(String.init))
    }
}

extension SchemaIndex {
    /// All conventions that a schema says, and that could be read.
    var conventions: [ConventionsInUse] {
        documents.flatMap { document in
            let ofAPIs = document.apis.compactMap { api in
                api.conventions.map {
                    ConventionsInUse(
                        declaration: $0,
                        conventions: $0.conventions,
                        api: api,
                        repository: nil
                    )
                }
            }
            return ofAPIs + document.repositories.flatMap(\.kinds).compactMap(ofRepository)
        }.filter(\.declaration.isWhole)
    }

    private func ofRepository(_ kind: RepositoryDeclaration.Kind) -> ConventionsInUse? {
        guard case .entity(let operations) = kind, let declaration = operations.conventions else {
            return nil
        }
        let api = operations.entity.flatMap(api(ofEntity:))
        return ConventionsInUse(
            declaration: declaration,
            conventions: declaration.conventions(over: api),
            api: api,
            repository: operations
        )
    }

    /// The service that an entity belongs to.
    func api(ofEntity name: Located<String>) -> APIDeclaration? {
        structure(named: name.value).flatMap { api(of: $0.heading, in: $0.document) }
    }
}

extension ConventionsDeclaration {
    /// What holds in a repository: what is written, over what its API says, unless it begins anew.
    func conventions(over api: APIDeclaration?) -> CheckedConventions {
        let own = conventions
        guard !own.beginsAnew, let base = api?.conventions?.conventions else { return own }
        return own.overriding(base)
    }
}
