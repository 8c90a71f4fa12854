package import Foundation
package import RepositoryValues
package import SchemaLanguage

/// Makes plausible values of the types of a schema, the same for the same seed.
package struct SampleMaker: Sendable {
    /// What a sample is of: a property of the n-th entity of a name.
    package struct Subject: Hashable, Sendable {
        /// The name of the declaration.
        let owner: String
        /// Which one of them it is, from 1.
        let number: Int

        package init(_ owner: String, _ number: Int) {
            self.owner = owner
            self.number = number
        }
    }

    private static let maximumDepth = 4
    /// How deep optional properties with parts are at most.
    private static let maximumPartDepth = 2
    /// The dates of samples are before this one: 2026-01-01.
    private static let end = 1_767_225_600

    private let model: ServiceModel
    /// How deep the values of each declaration are at least.
    private let depths: SampleDepths
    private let seed: UInt64
    /// The identities of the entities of a name that samples may refer to; none leaves that open.
    private let identities: @Sendable (_ entity: String) -> [JSON]

    /// Creates a maker of samples.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - seed: The seed: the same one makes the same samples.
    ///   - identities: The identities of the entities of a name that samples may refer to.
    package init(
        _ model: ServiceModel,
        seed: UInt64,
        identities: @escaping @Sendable (_ entity: String) -> [JSON] = { _ in [] }
    ) {
        self.model = model
        depths = model.depths
        self.seed = seed
        self.identities = identities
    }

    /// The members of a sample of a structure, as a service answers with it.
    ///
    /// - Parameters:
    ///   - properties: The properties.
    ///   - subject: What it is a sample of.
    /// - Returns: The members by their keys.
    package func members(
        of properties: [CheckedProperty],
        _ subject: Subject
    ) -> [String: JSON] {
        members(of: properties, subject, depth: 0)
    }

    /// A sample of a property.
    package func value(of property: CheckedProperty, _ subject: Subject) -> JSON {
        value(of: property, subject, depth: 0)
    }

    /// A sample of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - wire: The form of the single values in it.
    ///   - key: The name of what it is for, which decides what is plausible.
    ///   - subject: What it is a sample of.
    /// - Returns: The sample.
    package func value(
        of type: CheckedType,
        _ wire: WireForm = .own,
        for key: String,
        _ subject: Subject
    ) -> JSON {
        value(of: type, wire, for: key, subject, depth: 0)
    }

    private func members(
        of properties: [CheckedProperty],
        _ subject: Subject,
        depth: Int
    ) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for property in properties where property.direction != .writeOnly {
            let isOptional =
                property.presence == .optional
                || property.presence == .optionalNullable
            // What contains itself ends somewhere, before there is much of it.
            let limit = property.type.leaf.hasParts ? Self.maximumPartDepth : Self.maximumDepth
            if isOptional, depth >= limit { continue }
            members[property.key] = value(of: property, subject, depth: depth)
        }
        return members
    }

    private func value(of property: CheckedProperty, _ subject: Subject, depth: Int) -> JSON {
        if let example = property.example, let json = try? JSON(jsonData: Data(example.utf8)) {
            return json
        }
        if property.presence == .nullable, depth >= Self.maximumDepth { return .null }
        let own = value(of: property.type, property.wire, for: property.key, subject, depth: depth)
        guard !property.constraints.isEmpty else { return own }
        return ConstrainedSample(property.constraints).fitted(own) { number in
            let other = Subject(subject.owner + ".\(number)", subject.number)
            let more = value(
                of: property.type,
                property.wire,
                for: property.key,
                other,
                depth: depth
            )
            return more.array?.first ?? more
        }
    }

    private func value(
        of type: CheckedType,
        _ wire: WireForm,
        for key: String,
        _ subject: Subject,
        depth: Int
    ) -> JSON {
        var random = SampleRandom(seed: seed, subject.owner, key, "\(subject.number)", "\(depth)")
        switch type {
        case .nullable(let inner):
            return depth >= Self.maximumDepth
                ? .null : value(of: inner, wire, for: key, subject, depth: depth)
        case .array(let inner):
            guard depth < Self.maximumDepth else { return [] }
            let count = random.number(in: 1...3)
            return .array(
                (1...count).map { number in
                    let one = Subject("\(subject.owner).\(key).\(subject.number)", number)
                    return value(of: inner, wire, for: key, one, depth: depth + 1)
                }
            )
        case .dictionary(let inner):
            guard depth < Self.maximumDepth else { return [:] }
            return ["a": value(of: inner, wire, for: key, subject, depth: depth + 1)]
        case .value(let name), .entity(let name), .draft(let name), .patch(let name):
            let one = Subject("\(subject.owner).\(key).\(name)", subject.number)
            return .object(members(of: model.properties(of: name), one, depth: depth + 1))
        case .enumeration(let name):
            let cases = model.enumeration(name)?.cases ?? []
            return random.element(of: cases).map { JSON($0.raw) } ?? .null
        case .union(let name):
            return union(name, for: key, subject, depth: depth)
        case .scalar(let name):
            guard let scalar = model.scalar(name) else { return .null }
            return single(scalar.primitive, scalar.wire, for: key, subject, &random)
        case .identity(let entity, let primitive):
            let known = identities(entity)
            guard let id = random.element(of: known) ?? known.first else {
                return single(primitive, wire, for: "id", Subject(entity, 1), &random)
            }
            return Self.written(id, wire)
        case .primitive(let primitive):
            return single(primitive, wire, for: key, subject, &random)
        }
    }

    private func union(_ name: String, for key: String, _ subject: Subject, depth: Int) -> JSON {
        // At the end the case that ends first, where the union contains itself.
        guard let union = model.union(name),
            let first = union.cases.min(by: {
                depths.depth(of: $0.type) < depths.depth(of: $1.type)
            })
        else { return .null }
        var random = SampleRandom(seed: seed, subject.owner, key, name, "\(subject.number)")
        let chosen = depth >= Self.maximumDepth ? first : random.element(of: union.cases) ?? first
        var json = value(of: chosen.type, .own, for: key, subject, depth: depth + 1)
        if case .tag(let tag) = chosen.mark, let discriminator = union.discriminator {
            json[discriminator] = .string(tag)
        }
        return json
    }

    /// The identity of an entity as a reference is written.
    private static func written(_ id: JSON, _ wire: WireForm) -> JSON {
        switch wire {
        case .url(let template):
            (id.identityText.flatMap { ReferenceURL(template: template).text(of: $0) })
                .map { .string($0) } ?? .null
        case .text: id.identityText.map { .string($0) } ?? id
        case .own, .numericBool, .date: id
        }
    }

    private func single(
        _ primitive: PrimitiveType,
        _ wire: WireForm,
        for key: String,
        _ subject: Subject,
        _ random: inout SampleRandom
    ) -> JSON {
        if let formats = model.dateFormats(of: wire) ?? (primitive == .date ? [.iso8601] : nil) {
            let date = Date(
                timeIntervalSince1970: Double(Self.end - random.number(in: 0...63_072_000))
            )
            return Self.written(date, as: formats[0])
        }
        let json = SamplePrimitive(random: random).value(
            primitive,
            for: key,
            number: subject.number
        )
        switch wire {
        case .numericBool: return json == true ? 1 : 0
        case .text: return (try? json.jsonText()).map { .string($0) } ?? json
        case .url: return Self.written(json, wire)
        case .own, .date: return json
        }
    }

    /// A date as a service writes it.
    package static func written(_ date: Date, as format: DateFormat) -> JSON {
        let codec = DateCodec(DateCodec.Format(format))
        return (try? JSON(any: codec.dictionaryValue(of: date))) ?? .null
    }
}

extension JSON {
    /// The value of a case of an enumeration.
    package init(_ raw: CheckedEnumeration.RawValue) {
        switch raw {
        case .string(let text): self = .string(text)
        case .integer(let digits): self = Number(digits).map { .number($0) } ?? .null
        }
    }
}
