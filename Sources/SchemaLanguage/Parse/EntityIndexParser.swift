import Diagnostics
import YAMLTree

/// Parses `indexes`, `unique` and `search` of an entity.
enum EntityIndexParser {
    static func parse(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> EntityIndexes {
        var indexes = EntityIndexes()
        if let node = mapping.optional("indexes") {
            indexes.compound = compound(node, in: &context)
        }
        if let node = mapping.optional("unique") {
            indexes.unique = unique(node, in: &context)
        }
        if let node = mapping.optional("search") {
            indexes.searched = names(
                node,
                what: "search",
                hint: "write the properties to search: `search: [title, text]`",
                in: &context
            )
        }
        return indexes
    }

    /// Names of properties; `true` names none.
    private static func names(
        _ node: YAMLNode,
        what: String,
        hint: String,
        in context: inout ParseContext
    ) -> [Located<String>] {
        if case .scalar(let scalar) = node.content, case .bool = scalar.meaning {
            context.reportKind(of: node, what: what, expected: "a property", hint: hint)
            return []
        }
        return context.names(node, what: what, hint: hint)
    }

    private static func compound(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [[Located<String>]] {
        let hint = "write a list of lists of properties: `indexes: [[author, sentAt]]`"
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            context.reportKind(of: node, what: "indexes", expected: "a list of lists", hint: hint)
            return []
        }
        let words = elements.compactMap(\.scalarText)
        if words.count > 1, words.count == elements.count {
            let list = words.prefix(3).map { $0.shortened(to: 20) }.joined(separator: ", ")
            context.report(
                .wrongKind,
                "expected a list of lists for indexes, found a list of names",
                at: node.range,
                hint: "for a single index of all of them, write `indexes: [[\(list)]]`"
            )
            return []
        }
        return elements.compactMap { element in
            guard case .sequence(let names) = element.content, names.count > 1 else {
                let name = element.scalarText.map { $0.shortened(to: 40) }
                context.reportKind(
                    of: element,
                    what: "an element of indexes",
                    expected: "a list of at least two properties",
                    hint: name.map { "for one property, write `\($0): { type: …, indexed: true }`" }
                        ?? hint
                )
                return nil
            }
            return context.names(element, what: "indexes", hint: hint)
        }
    }

    private static func unique(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [[Located<String>]] {
        let hint = "write properties, or lists of those that are unique together: `unique: [email]`"
        guard case .sequence(let elements) = node.content else {
            return [names(node, what: "unique", hint: hint, in: &context)].filter { !$0.isEmpty }
        }
        if elements.isEmpty {
            context.reportKind(of: node, what: "unique", expected: "a property", hint: hint)
        }
        return elements.map { names($0, what: "unique", hint: hint, in: &context) }
            .filter { !$0.isEmpty }
    }
}
