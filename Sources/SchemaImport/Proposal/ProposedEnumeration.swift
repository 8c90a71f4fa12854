/// The body of an enum.
package struct ProposedEnumeration: Hashable, Sendable {
    /// A case.
    package struct Case: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The raw value: a string or an integer.
        package var value: ProposedValue
        /// The documentation.
        package var doc: String?

        /// Creates a case.
        package init(name: String, value: ProposedValue, doc: String? = nil) {
            self.name = name
            self.value = value
            self.doc = doc
        }
    }

    /// `Int` or another integer type, if it is not `String`.
    package var type: String?
    /// The cases, in order.
    package var cases: [Case]

    /// Creates an enum.
    package init(type: String? = nil, cases: [Case]) {
        self.type = type
        self.cases = cases
    }

    func add(to mapping: inout SchemaMapping) {
        mapping.add("type", text: type)
        let areNames =
            type == nil && cases.allSatisfy { $0.doc == nil && $0.value == .text($0.name) }
        mapping.add(
            "cases",
            areNames
                ? .sequence(cases.map { .text($0.name) })
                : .mapping(SchemaMapping(cases.map { SchemaEntry($0.name, $0.node) }))
        )
    }
}

extension ProposedEnumeration.Case {
    fileprivate var node: SchemaNode {
        guard let doc else { return value.node }
        var long = SchemaMapping()
        if value != .text(name) { long.add("value", value.node) }
        long.add("doc", text: doc)
        return .mapping(long)
    }
}

/// The body of a union.
package struct ProposedUnion: Hashable, Sendable {
    /// A case.
    package struct Case: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The type.
        package var type: ProposedType
        /// The discriminator value, if it is not the name.
        package var tag: String?
        /// The evidence, as a comment after it.
        package var remark: String?

        /// Creates a case.
        package init(name: String, type: ProposedType, tag: String? = nil) {
            self.name = name
            self.type = type
            self.tag = tag
        }

        fileprivate var entry: SchemaEntry {
            var long = SchemaMapping()
            long.add("type", text: type.text)
            if tag != name { long.add("tag", text: tag) }
            let node = long.entries.count == 1 ? SchemaNode.text(type.text) : .mapping(long)
            return SchemaEntry(name, node, remark: remark)
        }
    }

    /// The discriminator; without one, the type of the JSON value determines the case.
    package var discriminator: String?
    /// The cases, in order.
    package var cases: [Case]

    /// Creates a union.
    package init(discriminator: String? = nil, cases: [Case]) {
        self.discriminator = discriminator
        self.cases = cases
    }

    func add(to mapping: inout SchemaMapping) {
        mapping.add("discriminator", text: discriminator)
        mapping.add("cases", .mapping(SchemaMapping(cases.map(\.entry))))
    }
}
