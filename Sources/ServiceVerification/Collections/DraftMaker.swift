import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Makes entities to create, and other values for changing them.
struct DraftMaker {
    let model: ServiceModel
    let seed: UInt64
    /// The identities that references to an entity type may use.
    let identities: @Sendable (_ entity: String) -> [JSON]

    private var samples: SampleMaker { SampleMaker(model, seed: seed, identities: identities) }

    /// The text that marks the entities of this run.
    private func token(_ number: Int) -> String {
        var random = SampleRandom(state: seed ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        return String(String(random.next() | 1 << 60, radix: 36).prefix(9))
    }

    /// The draft for creating an entity.
    ///
    /// Every other draft differs from the first in the properties that queries compare, because a
    /// condition that holds for all entities proves nothing.
    ///
    /// - Parameters:
    ///   - context: Its repository.
    ///   - number: The number of the draft.
    /// - Returns: The draft; nil if it requires a reference to an unknown entity.
    func draft(of context: CollectionContext, _ number: Int) -> JSON? {
        let entity = context.entity
        let compared = number > 1 ? Set(context.comparable.map(\.key)) : []
        var members: [String: JSON] = [:]
        for property in entity.properties where isSent(property) {
            if case .identity(let other, _) = property.type.leaf, identities(other).isEmpty {
                guard property.presence == .required, property.defaultValue == nil else { continue }
                return nil
            }
            let value = value(of: property, of: entity, number)
            members[property.key] = value
            if compared.contains(property.key), value == self.value(of: property, of: entity, 1) {
                members[property.key] =
                    self.value(of: property, of: entity, otherThan: value)
                    ?? value
            }
        }
        if let marker = context.marker, let text = members[marker.key]?.string {
            var marked = token(number) + " " + text
            for case .maxLength(let count) in marker.constraints.all {
                marked = String(marked.prefix(count))
            }
            members[marker.key] = .string(marked)
        }
        model.removeMark(context.conventions.tombstone, from: &members, of: entity)
        if entity.identityOrigin == .client {
            members[entity.identity.key] = identity(of: entity, number)
        }
        return .object(members)
    }

    /// Another value for a property.
    func value(of property: CheckedProperty, of entity: CheckedEntity, _ number: Int) -> JSON {
        let subject = SampleMaker.Subject(entity.head.name, 700 + number)
        // The example never changes, and the first entity uses it.
        guard property.example != nil, number > 1, property.constraints.isEmpty else {
            return samples.value(of: property, subject)
        }
        return samples.value(of: property.type, property.wire, for: property.key, subject)
    }

    /// A value for a property that differs from its current one.
    func value(of property: CheckedProperty, of entity: CheckedEntity, otherThan present: JSON?)
        -> JSON?
    {
        (20..<60).lazy.map { value(of: property, of: entity, $0) }.first { $0 != present }
    }

    private func isSent(_ property: CheckedProperty) -> Bool {
        property.direction != .readOnly && property.file == nil
    }

    /// An identity that no other run uses.
    private func identity(of entity: CheckedEntity, _ number: Int) -> JSON {
        let subject = SampleMaker.Subject(entity.head.name, 700 + number)
        let primitive = model.primitive(of: entity.identity.type)
        if let primitive, primitive.isInteger {
            var random = SampleRandom(state: seed)
            let range = Self.identities(of: primitive)
            // Consecutive, so that no two of a run are equal.
            let place = (random.next() &+ UInt64(number)) % UInt64(range.count)
            return .number(.init(range.lowerBound + Int(place)))
        }
        guard primitive == .string else {
            return samples.value(of: entity.identity, subject)
        }
        return .string("repogen-\(String(seed, radix: 36))-\(number)")
    }

    /// The integers among which an identity is likely to be new; most services begin with 1.
    private static func identities(of primitive: PrimitiveType) -> Range<Int> {
        switch primitive {
        case .int8: 64..<128
        case .uint8: 64..<256
        case .int16: 16_384..<32_768
        case .uint16: 16_384..<65_536
        default: 100_000_000..<2_000_000_000
        }
    }

    /// The property to change: one with a single value that responses contain.
    func changeable(of properties: [CheckedProperty]) -> CheckedProperty? {
        let all = properties.filter { property in
            guard property.direction == .readWrite, property.file == nil, property.isReturned,
                property.example == nil || property.constraints.isEmpty
            else { return false }
            switch property.type {
            case .primitive(let primitive):
                let plain: Set<PrimitiveType> = [.string, .int, .int64, .int32, .double, .bool]
                return property.wire == .own && plain.contains(primitive)
            case .enumeration: return true
            default: return false
            }
        }
        return all.first { $0.type == .primitive(.string) } ?? all.first
    }
}
