import Diagnostics

/// Checks that a listing with key paths next to its entities is an object, which has room for them.
struct PagePathCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        ofRepositories(in: index) + ofEndpoints(in: index)
    }

    private func ofRepositories(in index: SchemaIndex) -> [Diagnostic] {
        // Several repositories may have the conventions of one API.
        var found: [Diagnostic] = []
        for repository in index.repositoriesInUse {
            guard let conventions = repository.conventions, let paging = conventions.paging,
                conventions.isJSONAPI != true, conventions.list ?? "" == "",
                repository.operations.remote?.contains(where: { $0.value == .read }) != false
            else { continue }
            for (key, path) in paging.keyPaths {
                // A profile may have the paths, and the repository an envelope of its own.
                let keys = ["paging.\(key)", "envelope.list", "envelope"]
                let declared = keys.lazy.compactMap(repository.declaredPlace(of:)).first
                guard let place = declared ?? repository.place(of: "paging") else { continue }
                let diagnostic = Diagnostic(
                    rule: SchemaRule.invalidValue,
                    "the listing is an array, so it has no '\(path.shortened(to: 60))'",
                    at: place,
                    hint: "write `envelope: { list: data }`, with the key path of the array"
                )
                if !found.contains(diagnostic) { found.append(diagnostic) }
            }
        }
        return found
    }

    private func ofEndpoints(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint -> [Diagnostic] in
            guard endpoint.heading.isWhole, let paging = endpoint.paging, endpoint.hasJSONResponse,
                let response = endpoint.response, case .array = index.resolve(response),
                endpoint.unwrap == nil
            else { return [] }
            return paging.value.keyPaths.map { _, path in
                Diagnostic(
                    rule: SchemaRule.invalidResponse,
                    "the response is an array, so it has no '\(path.shortened(to: 60))'",
                    at: paging.range,
                    hint: "write `unwrap: data`, with the key path of the array"
                )
            }
        }
    }
}

extension CheckedConventions.Paging {
    /// The key paths in the body of a page, by their keys in the schema.
    fileprivate var keyPaths: [(key: String, path: String)] {
        var all: [(key: String, path: String)] = []
        switch style {
        case .next(let path): all.append(("next", path))
        case .token(let path, _): all.append(("token", path))
        default: break
        }
        if let more { all.append(("more", more)) }
        if case .member(let path) = total { all.append(("total", path)) }
        return all
    }
}
