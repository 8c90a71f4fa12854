#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A condition on entities of another type, to which a property refers, or which refer to this one.
package struct RelatedCondition: Sendable {
    /// How the other entities are stored.
    package let schema: EntitySchema
    /// The condition on them.
    package let filter: Condition
    /// The key of what is compared: their identity, or the property by which they refer.
    package let key: String
    /// The keys that lead from there to the property of a value that is compared.
    package let path: [String]
}

extension Field {
    /// Whether the property refers to an entity of which a condition holds, as the local store has it; of a
    /// list, whether one of its elements does.
    ///
    ///     let hers = try await messages.find { $0.author.refers(to: User.self) { $0.name == "Ada" } }
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - filter: The condition on it, made of the names of its properties.
    /// - Returns: The condition. It is for a local store: no service is asked for it.
    public func refers<Target: Entity>(
        to entity: Target.Type,
        where filter: (Target.Fields) -> Condition
    ) -> Condition {
        let schema = Target.schema
        return related(schema, filter(Target.Fields()), schema.identityKey, [])
    }

    /// Whether an entity of which a condition holds refers to this one, as the local store has it; for the
    /// identity.
    ///
    ///     let busy = try await users.find {
    ///         $0.id.isReferred(by: Message.self, in: \.author) { $0.isRead == false }
    ///     }
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - field: The property by which it refers, which may be a list.
    ///   - filter: The condition on it, made of the names of its properties.
    /// - Returns: The condition. It is for a local store: no service is asked for it.
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
    /// The conditions on other entities that are in it.
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
    /// Creates a condition that a property is one of some identities, or a list with one of them, however
    /// each is written in JSON.
    ///
    /// No service is asked for it: only a local store knows which identities these are.
    ///
    /// - Parameters:
    ///   - key: The key of the property in JSON, or that of the identity of a record.
    ///   - path: The keys that lead from there to a property of a value, which is compared.
    ///   - identities: The identities as text.
    package init(key: String, path: [String] = [], referringTo identities: Set<String>) {
        let compared = Set(identities.map(\.comparedIdentity))
        let sorted = compared.sorted()
        let uuids = sorted.compactMap { UUID(uuidString: $0) }
        let integers = sorted.compactMap { Int64($0) }
        // As they may be written.
        let texts = identities.union(compared).union(uuids.map { $0.uuidString.lowercased() })
            .sorted()
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

extension String {
    /// An identity as it is compared: a UUID in capital letters.
    package var comparedIdentity: String {
        utf8.count == 36 && UUID(uuidString: self) != nil ? uppercased() : self
    }
}
