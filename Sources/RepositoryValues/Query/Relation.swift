#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A condition on entities of another type that a property refers to, or that refer to this entity.
package struct RelatedCondition: Sendable {
    /// The schema of the other entities.
    package let schema: EntitySchema
    /// The condition on them.
    package let filter: Condition
    /// The key of the compared property: their identity, or the property that refers to this
    /// entity.
    package let key: String
    /// The keys that lead from there to the compared nested property.
    package let path: [String]
}

extension Field {
    /// Returns the condition that the property, or an element of the array, refers to an entity
    /// that satisfies another condition.
    ///
    ///     let hers = try await messages.find { $0.author.refers(to: User.self) { $0.name == "Ada" } }
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - filter: Returns the condition on it, built from its properties.
    /// - Returns: The condition. Only a local store can evaluate it; it is never sent to a service.
    public func refers<Target: Entity>(
        to entity: Target.Type,
        where filter: (Target.Fields) -> Condition
    ) -> Condition {
        let schema = Target.schema
        return related(schema, filter(Target.Fields()), schema.identityKey, [])
    }

    /// Returns the condition that an entity that satisfies another condition refers to this one.
    ///
    ///     let busy = try await users.find {
    ///         $0.id.isReferred(by: Message.self, in: \.author) { $0.isRead == false }
    ///     }
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - field: The property that refers to it, which may be an array.
    ///   - filter: Returns the condition on the other entity, built from its properties.
    /// - Returns: The condition. Only a local store can evaluate it; it is never sent to a service.
    public func isReferred<Source: Entity, Reference: PropertyName>(
        by entity: Source.Type,
        in field: (Source.Fields) -> Reference,
        where filter: (Source.Fields) -> Condition = { _ in .always }
    ) -> Condition {
        let fields = Source.Fields()
        let reference = Reference.field(of: field(fields))
        return related(Source.schema, filter(fields), reference.key, reference.path)
    }

    private func related(
        _ schema: EntitySchema,
        _ filter: Condition,
        _ key: String,
        _ path: [String]
    ) -> Condition {
        let related = RelatedCondition(schema: schema, filter: filter, key: key, path: path)
        return .comparison(Comparison(key: self.key, path: self.path, related))
    }
}

extension Condition {
    /// The conditions on other entities that it contains.
    package var related: [RelatedCondition] {
        switch self {
        case .comparison(let comparison):
            (comparison.related.map { [$0] + $0.filter.related } ?? [])
                + (comparison.element?.related ?? [])
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.related)
        case .not(let condition): condition.related
        }
    }
}

extension Comparison {
    /// Creates a condition that a property is, or an array contains, one of several identities, in
    /// any JSON form.
    ///
    /// It is never sent to a service: only a local store knows the identities.
    ///
    /// - Parameters:
    ///   - key: The JSON key of the property, or that of the identity of a record.
    ///   - path: The keys that lead from there to the compared nested property.
    ///   - identities: The identities as strings.
    package init(
        key: String,
        path: [String] = [],
        referringTo identities: some Sequence<String>
    ) {
        let identities = Array(identities)
        let compared = Set(identities.map(\.comparedIdentity))
        let sorted = compared.map(\.text).sorted { $0.precedesBytewise($1) }
        let uuids = sorted.compactMap { UUID(uuidString: $0) }
        let integers = sorted.compactMap { Int64($0) }
        // In all forms in which they may be written.
        let written = Set(identities.filter { $0 != $0.comparedIdentity.text })
        let texts = sorted + written.union(uuids.map { $0.uuidString.lowercased() }).sorted()
        func operands(_ kind: IndexedProperty.Kind, _ values: [some Any]) -> [ColumnOperands] {
            [kind, .elements(kind)].compactMap {
                ColumnOperands(ColumnForm($0.at(path), isExact: false), values)
            }
        }
        self.init(
            key: key,
            path: path,
            operator: .isRelated,
            operands: sorted.map { .string($0) },
            isDeclared: true,
            columns: operands(.text, texts) + operands(.integer, integers)
                + operands(.uuid, uuids) + operands(.quoted(.integer), integers),
            matches: { json in
                let value = json.value(at: path)
                return (value.array ?? [value]).contains { element in
                    element.identityText.map { compared.contains($0.comparedIdentity) } ?? false
                }
            }
        )
    }
}

/// An identity for comparison with others.
///
/// It is compared byte by byte, like the identities of records: of strings that Swift considers equal,
/// such as two forms of an accented letter, a service may have an entity each. Only UUIDs are equal
/// in upper and lower case.
package struct ComparedIdentity: Hashable, Sendable {
    /// The text; a UUID is in upper case.
    package let text: String

    fileprivate init(_ text: String) {
        self.text =
            text.utf8.count == 36 && UUID(uuidString: text) != nil ? text.uppercased() : text
    }

    package static func == (first: ComparedIdentity, second: ComparedIdentity) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// The identity for comparison with others.
    package var comparedIdentity: ComparedIdentity { ComparedIdentity(self) }
}
