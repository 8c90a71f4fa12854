import Diagnostics
import YAMLTree

/// No query parameter says two things of one listing.
struct ConventionalParameterCheck: SchemaCheck {
    /// What a parameter says, and where that is written.
    private struct Role {
        let name: String
        /// As a message says it: "the page".
        let meaning: String
        /// The key, such as `paging.page`.
        let path: String
        /// What to write to do without.
        var otherwise: String?
    }

    private static let order = "in which order"

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.flatMap { use -> [Diagnostic] in
            let roles = roles(of: use.conventions)
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

    private func clash(_ first: Role, _ second: Role) -> Bool {
        // Where one parameter is the size of a page and the limit, or both offsets, pages go first.
        let shared = [["paging.sizeParameter", "query.limit"], ["paging.offset", "query.offset"]]
        let areOrders = first.meaning == Self.order && second.meaning == Self.order
        return first.name == second.name && !areOrders
            && !shared.contains([first.path, second.path])
    }

    private func diagnostic(
        _ first: Role,
        _ second: Role,
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

    private func authentication(_ roles: [Role], _ use: ConventionsInUse) -> [Diagnostic] {
        guard case .query(let key) = use.api?.authentication?.value else { return [] }
        return roles.filter { $0.name == key }.compactMap { role in
            (use.pair(at: role.path)?.value.range ?? use.declaration.like?.range).map {
                Diagnostic(
                    rule: SchemaRule.invalidAuthentication,
                    "the authentication writes the parameter '\(key.shortened(to: 60))', which also "
                        + "says \(role.meaning)",
                    at: $0,
                    hint: role.otherwise.map { "write `\($0)` where the service has no other" }
                        ?? "name the parameter that the service documents for each"
                )
            }
        }
    }

    /// What the parameters of a listing say.
    private func roles(of conventions: CheckedConventions) -> [Role] {
        var roles: [Role] = []
        func add(_ name: String?, _ meaning: String, _ path: String, or otherwise: String? = nil) {
            guard let name, !name.isEmpty else { return }
            roles.append(Role(name: name, meaning: meaning, path: path, otherwise: otherwise))
        }
        switch conventions.paging?.style {
        case .page(let parameter, _): add(parameter, "which page it is", "paging.page")
        case .offset(let parameter): add(parameter, "where a page begins", "paging.offset")
        case .token(_, let parameter), .headerToken(_, let parameter):
            add(parameter, "what the token is", "paging.parameter")
        case .lastID(let parameter): add(parameter, "behind which entity", "paging.lastID")
        case .none?, .link, .header, .next, nil: break
        }
        if conventions.paging?.size != nil {
            let size = conventions.paging?.sizeParameter
            add(size, "how large a page is", "paging.sizeParameter")
        }
        let query = conventions.query
        switch query.filter {
        case .document(let parameter), .objects(let parameter):
            let isDocument = query.filter == .document(parameter: parameter)
            let key = isDocument ? "document" : "objects"
            add(parameter, "which entities", "query.filter.\(key)")
        case .parameters(let templates):
            for template in templates {
                guard let name = template.text.parameter, !name.contains("{key}") else { continue }
                add(name, "which entities", "query.filter.\(template.operator.rawValue)")
            }
        case nil: break
        }
        // What is not said is as in plain REST.
        add(query.sort ?? "sort", Self.order, "query.sort", or: "query: { sort: none }")
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            // One with the key in it has as many names as there are properties.
            guard let name = template?.parameter, !name.contains("{key}") else { continue }
            add(name, Self.order, "query.\(key)")
        }
        add(query.limit ?? "limit", "how many", "query.limit", or: "query: { limit: none }")
        add(
            query.offset ?? "offset",
            "how many are left out",
            "query.offset",
            or: "query: { offset: none }"
        )
        if case .since(let parameter, _) = conventions.changes {
            add(parameter, "since when", "changes.parameter")
        }
        return roles
    }
}
