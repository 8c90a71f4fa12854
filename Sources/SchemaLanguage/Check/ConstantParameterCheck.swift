import Diagnostics

/// Checks that the constant query parameters of a request are not set by anything else.
///
/// A listing with a constant page or limit would seem complete, but would not be.
struct ConstantParameterCheck: SchemaCheck {
    /// A constant parameter, and the place where it is declared.
    private typealias Constant = (parameter: CheckedQueryConstant, place: SourceRange)

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return (keys(in: index) + listings(in: index)).filter { diagnostic in
            seen.insert(diagnostic.range).inserted
        }
    }

    // MARK: - Listings

    private func listings(in index: SchemaIndex) -> [Diagnostic] {
        index.repositoriesInUse.flatMap { repository -> [Diagnostic] in
            guard repository.isWhole else { return [] }
            let conventions = repository.conventions ?? CheckedConventions()
            let roles = conventions.listingParameters
            let ofAPI = repository.api?.query.map { ($0.checked, $0.name.range) } ?? []
            return (ofListing(repository, conventions) + ofAPI).compactMap { constant in
                roles.first { $0.name == constant.parameter.name }
                    .map { diagnostic(constant, $0) }
            }
        }
    }

    /// The constant parameters of a listing, with their places.
    private func ofListing(
        _ repository: RepositoryInUse,
        _ conventions: CheckedConventions
    ) -> [Constant] {
        let list = conventions.requests.first { $0.operation == .list }
        return (list?.query ?? []).compactMap { parameter in
            let place =
                repository.place(of: "requests.list.query", key: parameter.name)
                ?? repository.place(of: "requests.list.query")
            return place.map { (parameter, $0) }
        }
    }

    private func diagnostic(_ constant: Constant, _ role: ListingParameter) -> Diagnostic {
        let name = constant.parameter.name.shortened(to: 60)
        return Diagnostic(
            rule: SchemaRule.invalidValue,
            "the parameter '\(name)' is \(role.meaning) of a listing, so it cannot be constant",
            at: constant.place,
            hint: hint(for: constant.parameter, role)
        )
    }

    private func hint(for parameter: CheckedQueryConstant, _ role: ListingParameter) -> String {
        let name = parameter.name.shortened(to: 60)
        if ["query.limit", "paging.sizeParameter"].contains(role.path),
            let size = Int(parameter.value), size > 0
        {
            return "set the page size under `paging:`, with `size: \(size), sizeParameter: \(name)`"
        }
        return role.otherwise.map {
            "drop it, or write `conventions: { \($0) }` if the service has no other"
        } ?? "drop it"
    }

    // MARK: - Keys for authentication

    /// Parameters that the authentication sets, too.
    private func keys(in index: SchemaIndex) -> [Diagnostic] {
        let ofAPIs = index.documents.flatMap(\.apis).flatMap { api in
            api.query.map(\.name).filter { api.queryKeys.contains($0.value) }
                .map { diagnostic(ofKey: $0.value, at: $0.range) }
        }
        let ofRequests = index.conventions.flatMap { use in
            use.conventions.requests.flatMap { request -> [Diagnostic] in
                let path = "requests.\(request.operation.rawValue).query"
                return (use.api?.queryKeys ?? []).compactMap { key in
                    guard request.query.contains(where: { $0.name == key }),
                        let place = use.declaration.place(of: path, key: key)
                    else { return nil }
                    return diagnostic(ofKey: key, at: place)
                }
            }
        }
        return ofAPIs + ofRequests
    }

    private func diagnostic(ofKey key: String, at place: SourceRange) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.invalidAuthentication,
            "the authentication already sets the parameter '\(key.shortened(to: 60))'",
            at: place,
            hint: "drop it here; a schema must not contain secrets"
        )
    }
}
