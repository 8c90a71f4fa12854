import Diagnostics
import YAMLTree

/// Conventions declared in a schema, with all conventions in effect at that place.
struct ConventionsInUse {
    /// The declared conventions.
    let declaration: ConventionsDeclaration
    /// The conventions in effect: the declared ones, merged with those they are based on.
    let conventions: CheckedConventions
    /// The service.
    let api: APIDeclaration?
    /// The operations of a repository; nil for the conventions of an API.
    let repository: RepositoryDeclaration.EntityOperations?

    /// The place of the first of some keys that is declared here, such as `paging.page`; if none
    /// is, that of the profile that sets them, or nil if those of the API do, where it is reported.
    func place(of paths: String...) -> SourceRange? {
        for path in paths {
            if let pair = pair(at: path) { return pair.value.range }
        }
        return declaration.like?.range
    }

    /// A key with its value, such as `paging.page`; nil if it is not declared here.
    func pair(at path: String) -> YAMLPair? {
        declaration.pair(at: path.split(separator: ".").map(String.init))
    }
}

extension SchemaIndex {
    /// All conventions in a schema that could be read.
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

    /// The service of a repository, by the name of its entity: the entity's service, or that of the
    /// file if an imported entity has none.
    func api(ofEntity name: Located<String>) -> APIDeclaration? {
        guard let structure = structure(named: name.value) else { return nil }
        let own = api(of: structure.heading, in: structure.document)
        guard own == nil, structure.document.module != nil else { return own }
        return documents.first { $0.path == name.range.path }.flatMap { api(of: nil, in: $0) }
    }
}

extension ConventionsDeclaration {
    /// The conventions in effect in a repository: the declared ones, merged with those of its API
    /// unless they are based on a profile.
    func conventions(over api: APIDeclaration?) -> CheckedConventions {
        let own = conventions
        guard !own.beginsAnew, let base = api?.conventions?.conventions else { return own }
        return own.overriding(base)
    }
}
