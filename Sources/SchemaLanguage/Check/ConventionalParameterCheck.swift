import Diagnostics
import YAMLTree

/// No query parameter says two things of one listing.
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

    /// An order and its opposite that are written alike.
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
            "an order and its opposite are both written '\(ascending.shortened(to: 60))'",
            at: place,
            hint: #"write the opposite as the service documents it, such as `descending: "-{key}"`"#
        )
    }

    private func clash(_ first: ListingParameter, _ second: ListingParameter) -> Bool {
        // Where one parameter is the size of a page and the limit, or both offsets, pages go first.
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
        // Said at the later of those that are written here.
        let written = [second, first].compactMap { use.pair(at: $0.path)?.value.range }
        let place = written.max { $0.start < $1.start } ?? use.declaration.like?.range
        return place.map { place in
            Diagnostic(
                rule: SchemaRule.invalidValue,
                "the parameter '\(first.name.shortened(to: 60))' says \(first.meaning), and "
                    + "\(second.meaning), too",
                at: place,
                notes: written.first { $0 != place }.map {
                    [Diagnostic.Note("the other is here", at: $0)]
                } ?? [],
                hint: second.otherwise.map { "write `\($0)` where the service has no other" }
                    ?? "name the parameter that the service documents for each"
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
                    "the authentication writes the parameter '\(role.name.shortened(to: 60))', "
                        + "which also says \(role.meaning)",
                    at: $0,
                    hint: role.otherwise.map { "write `\($0)` where the service has no other" }
                        ?? "name the parameter that the service documents for each"
                )
            }
        }
    }
}
