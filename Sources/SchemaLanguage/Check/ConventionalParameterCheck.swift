import Diagnostics
import YAMLTree

/// Checks that no query parameter of a listing has two meanings.
struct ConventionalParameterCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.flatMap { use -> [Diagnostic] in
            let roles = use.conventions.listingParameters
            let clashes = roles.indices.compactMap { second -> Diagnostic? in
                roles[..<second].first { clash($0, roles[second]) }
                    .flatMap { diagnostic($0, roles[second], use) }
            }
            return clashes + authentication(roles, use) + [orders(of: use)].compactMap(\.self)
        }
    }

    /// Ascending and descending order with the same form.
    private func orders(of use: ConventionsInUse) -> Diagnostic? {
        let query = use.conventions.query
        func written(_ template: String) -> String? {
            if template.contains("=") { return template }
            let sort = query.sort ?? "sort"
            return sort.isEmpty ? nil : "\(sort)=\(template)"
        }
        guard let ascending = written(query.ascending ?? "{key}"),
            written(query.descending ?? "-{key}") == ascending,
            let place = use.place(of: "query.descending", "query.ascending", "query.sort")
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidValue,
            "ascending and descending order are both written '\(ascending.shortened(to: 60))'",
            at: place,
            hint: #"write the opposite as the service documents it, such as `descending: "-{key}"`"#
        )
    }

    private func clash(_ first: ListingParameter, _ second: ListingParameter) -> Bool {
        // If the page size and the limit share a parameter, or both offsets do, the page wins.
        let shared = [["paging.sizeParameter", "query.limit"], ["paging.offset", "query.offset"]]
        let areOrders =
            first.meaning == ListingParameter.order && second.meaning == ListingParameter.order
        return first.name == second.name && !areOrders
            && !shared.contains([first.path, second.path])
    }

    private func diagnostic(
        _ first: ListingParameter,
        _ second: ListingParameter,
        _ use: ConventionsInUse
    ) -> Diagnostic? {
        // Reported at the later of the two that are declared here.
        let written = [second, first].compactMap { use.pair(at: $0.path)?.value.range }
        let place = written.max { $0.start < $1.start } ?? use.declaration.like?.range
        return place.map { place in
            Diagnostic(
                rule: SchemaRule.invalidValue,
                "the parameter '\(first.name.shortened(to: 60))' is used for \(first.meaning) and "
                    + "for \(second.meaning)",
                at: place,
                notes: written.first { $0 != place }.map {
                    [Diagnostic.Note("the other is here", at: $0)]
                } ?? [],
                hint: second.otherwise.map { "write `\($0)` if the service has no other" }
                    ?? "use the parameters that the service documents"
            )
        }
    }

    private func authentication(
        _ roles: [ListingParameter],
        _ use: ConventionsInUse
    ) -> [Diagnostic] {
        let keys = use.api?.queryKeys ?? []
        return roles.filter { keys.contains($0.name) }.compactMap { role in
            (use.pair(at: role.path)?.value.range ?? use.declaration.like?.range).map {
                Diagnostic(
                    rule: SchemaRule.invalidAuthentication,
                    "the authentication sets the parameter '\(role.name.shortened(to: 60))', which "
                        + "is also \(role.meaning)",
                    at: $0,
                    hint: role.otherwise.map { "write `\($0)` if the service has no other" }
                        ?? "use the parameters that the service documents"
                )
            }
        }
    }
}
