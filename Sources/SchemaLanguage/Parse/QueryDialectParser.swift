import Diagnostics
import YAMLTree

/// Parses how criteria are written in a query.
enum QueryDialectParser {
    private typealias Filter = CheckedConventions.Filter

    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Query {
        var query = CheckedConventions.Query()
        guard
            var mapping = MappingReader(
                node,
                what: "a query dialect",
                hint: #"write `query: { sort: order, filter: { less: "{key}__lt" } }`"#,
                in: &context
            )
        else { return query }
        query.filter = mapping.optional("filter").flatMap { filter($0, in: &context) }
        query.sort = mapping.optional("sort").flatMap { parameter($0, "sort", in: &context) }
        query.ascending = mapping.optional("ascending").flatMap {
            template($0, what: "ascending", in: &context)
        }
        query.descending = mapping.optional("descending").flatMap {
            template($0, what: "descending", in: &context)
        }
        if query.sort == "" { refuseUnused(query, &mapping, in: &context) }
        query.limit = mapping.optional("limit").flatMap { parameter($0, "limit", in: &context) }
        query.offset = mapping.optional("offset").flatMap { parameter($0, "offset", in: &context) }
        mapping.finish(in: &context)
        return query
    }

    /// Reports a sort order that is declared although there is no parameter for it.
    private static func refuseUnused(
        _ query: CheckedConventions.Query,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        for (key, template) in [("ascending", query.ascending), ("descending", query.descending)] {
            guard let template, !template.contains("="), let place = mapping.optional(key)?.range
            else { continue }
            context.report(
                .invalidValue,
                "\(key) is never used, because `sort: none` means that no order can be requested",
                at: place,
                hint: "drop one of them, or write \(key) with its own parameter, such as `\(key): "
                    + "\"_\(key)={key}\"`"
            )
        }
    }

    /// The name of a parameter; `none` if there is none.
    private static func parameter(
        _ node: YAMLNode,
        _ what: String,
        in context: inout ParseContext
    ) -> String? {
        node.scalarText == "none" ? "" : context.parameterName(node, what: what, mayBeNone: true)
    }

    /// A text that contains `{key}`.
    private static func template(
        _ node: YAMLNode,
        what: String,
        in context: inout ParseContext
    ) -> String? {
        guard case .scalar = node.content, !node.isNull else {
            context.reportKind(
                of: node,
                what: what,
                expected: "a string",
                hint: "write it in quotes, as in \(sample(of: what, like: ""))"
            )
            return nil
        }
        guard let text = context.text(node, what: what) else { return nil }
        guard text.value.contains("{key}") else {
            // The opposite of an order is not the bare key, which is the order.
            let meant = misspelled(text.value).flatMap {
                what == "descending" && $0 == "{key}" ? nil : $0
            }
            let word = text.value.contains("{") ? "" : text.value
            context.report(
                .invalidValue,
                "\(what) needs {key} for the key of the property, found "
                    + "'\(text.value.shortened(to: 60))'",
                at: text.range,
                hint: meant.map { "write `\(what): \"\($0.shortened(to: 60))\"`" }
                    ?? "write what the service documents, such as "
                    + sample(of: what, like: word)
            )
            return nil
        }
        guard let problem = problem(with: text.value, of: what) else { return text.value }
        context.report(.invalidValue, problem.message, at: text.range, hint: problem.hint)
        return nil
    }

    /// The problem with a template that includes its value; nil if there is none.
    private static func problem(
        with template: String,
        of what: String
    ) -> (message: String, hint: String)? {
        let shown = "found '\(template.shortened(to: 60))'"
        let isOrder = ["ascending", "descending"].contains(what)
        if isOrder, let named = Self.named(template) {
            return (
                "\(what) needs the name of each parameter before its '=', \(shown)",
                "write `\(what): \"\(named.shortened(to: 60))\"`, with the names that the service "
                    + "documents"
            )
        }
        guard let equals = template.firstIndex(of: "=") else {
            guard template.contains("{value}") else { return nil }
            return (
                "\(what) can have {value} only after a '=', \(shown)",
                "write `\(what): \"{key}\"`, or what the service documents, such as "
                    + "`\(what): \"{key}=\(usual[what] ?? "eq").{value}\"`"
            )
        }
        let name = template[..<equals]
        if name.allSatisfy(\.isWhitespace) {
            return (
                "\(what) needs the name of a parameter before its '=', \(shown)",
                "write what the service documents, such as \(sample(of: what, like: ""))"
            )
        }
        let value = template[equals...].dropFirst()
        guard !isOrder, what != Filter.Operator.isNull.rawValue else {
            guard value.contains("{value}") else { return nil }
            return ("\(what) sends no value, \(shown)", "write the value the service documents")
        }
        guard name.contains("{key}") else {
            return (
                "\(what) needs {key} before its '=', \(shown)",
                value.contains("{key}")
                    ? "conditions that share the parameter '\(name.shortened(to: 40))' cannot be "
                        + "sent: leave `\(what)` out, and the client evaluates it"
                    : "write what the service documents, such as \(sample(of: what, like: ""))"
            )
        }
        guard !value.contains("{value}") else { return nil }
        let word = value.prefix { $0.isLetter || $0 == "_" }
        let example =
            word.isEmpty ? "" : ", or `\(what): \"\(name.shortened(to: 40))=\(word).{value}\"`"
        return (
            "\(what) sends the value of the condition: write {value} after the '=', \(shown)",
            "write `\(what): \"\(name.shortened(to: 60))\"`\(example)"
        )
    }

    /// An order with several parameters, with a name for each; nil if each already has one.
    private static func named(_ template: String) -> String? {
        let parts = template.split(separator: "&", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        let named = parts.filter { !$0.isEmpty }.map { part in
            if part.hasPrefix("=") { return "direction\(part)" }
            return part.contains("=")
                ? String(part) : "\(part.contains("{key}") ? "order_by" : "direction")=\(part)"
        }
        let all = named.joined(separator: "&")
        return all == template ? nil : all
    }

    /// The corrected form of a template with `{Key}`, `{ key }` or `{name}`; nil if it is unclear.
    private static func misspelled(_ text: String) -> String? {
        guard text.count(where: { $0 == "{" }) == 1, text.count(where: { $0 == "}" }) == 1,
            let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}"),
            !text.contains(where: { "\"\\".contains($0) })
        else { return nil }
        return text[..<open] + "{key}" + text[text.index(after: close)...]
    }

    /// The usual names of the operators in services.
    private static let usual = [
        "less": "lt", "lessOrEqual": "lte", "greater": "gt", "greaterOrEqual": "gte",
        "hasPrefix": "startswith", "isOneOf": "in",
    ]

    /// A typical template, with the word that was found.
    private static func sample(of what: String, like found: String) -> String {
        let word = found.filter(\.isLetter)
        switch what {
        case "ascending": return #"`ascending: "{key}:\#(word.isEmpty ? "asc" : word)"`"#
        case "descending": return #"`descending: "{key}:\#(word.isEmpty ? "desc" : word)"`"#
        case "equal": return #"`equal: "{key}"`"#
        case "isNull": return #"`isNull: "{key}__isnull=true"`"#
        default: return #"`\#(what): "{key}__\#(word.isEmpty ? usual[what] ?? what : word)"`"#
        }
    }

    /// Reports operators that a service could not distinguish.
    ///
    /// An equality is also a list of one value, so these two may be the same.
    private static func refuseAlike(
        _ templates: [Filter.Template],
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        let values: Set<Filter.Operator> = [.equal, .isOneOf]
        for (index, template) in templates.enumerated() {
            let other = templates[..<index].first { other in
                other.text == template.text
                    && !values.isSuperset(of: [other.operator, template.operator])
            }
            guard let other, let place = mapping.optional(template.operator.rawValue)?.range else {
                continue
            }
            context.report(
                .invalidValue,
                "\(other.operator.rawValue) and \(template.operator.rawValue) are written the "
                    + "same way, '\(template.text.shortened(to: 60))'",
                at: place,
                hint: "leave out an operator that the service lacks; the client evaluates it"
            )
        }
    }

    /// Operators with their parameters, `{ document: where }`, `{ objects: filter }` or `none`.
    private static func filter(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Filter? {
        if node.scalarText == "none" { return .parameters([]) }
        guard
            var mapping = MappingReader(
                node,
                what: "a filter",
                hint: #"write `filter: { equal: "{key}", less: "{key}__lt" }`"#,
                in: &context
            )
        else { return nil }
        let document = mapping.optional("document").flatMap {
            context.parameterName($0, what: "document")
        }
        let objects = mapping.optional("objects").flatMap {
            context.parameterName($0, what: "objects")
        }
        let templates = Filter.Operator.allCases.compactMap { name in
            mapping.optional(name.rawValue).flatMap {
                template($0, what: name.rawValue, in: &context)
            }
            .map { Filter.Template(operator: name, text: $0) }
        }
        refuseAlike(templates, &mapping, in: &context)
        mapping.finish(in: &context)
        switch (document, objects) {
        case (let parameter?, nil) where templates.isEmpty: return .document(parameter: parameter)
        case (nil, let parameter?) where templates.isEmpty: return .objects(parameter: parameter)
        case (nil, nil): return .parameters(templates)
        default:
            context.report(
                .invalidValue,
                "a filter has one form: operators, a document or objects",
                at: node.range
            )
            return nil
        }
    }
}
