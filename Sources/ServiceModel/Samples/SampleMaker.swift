package import Foundation
package import RepositoryValues
package import SchemaLanguage

/// Makes plausible values for the types of a schema, identical for the same seed.
package struct SampleMaker: Sendable {
    /// The subject of a sample: a property of the n-th entity of a type.
    package struct Subject: Hashable, Sendable {
        /// The name of the declaration.
        let owner: String
        /// The number of the entity, from 1.
        let number: Int

        package init(_ owner: String, _ number: Int) {
            self.owner = owner
            self.number = number
        }
    }

    private static let maximumDepth = 4
    /// The maximum depth of optional properties with properties.
    private static let maximumPartDepth = 2
    /// The upper bound of dates in samples: 2026-01-01.
    private static let end = 1_767_225_600

    private let model: ServiceModel
    /// The minimum depth of the values of each declaration.
    private let depths: SampleDepths
    private let seed: UInt64
    /// The identities that samples may refer to, by entity type; empty for any.
    private let identities: @Sendable (_ entity: String) -> [JSON]
    /// Whether entities have files.
    private let hasFiles: Bool

    /// Creates a sample maker.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - seed: The seed: the same seed gives the same samples.
    ///   - hasFiles: Whether entities have files.
    ///   - identities: The identities that samples may refer to, by entity type.
    package init(
        _ model: ServiceModel,
        seed: UInt64,
        hasFiles: Bool = true,
        identities: @escaping @Sendable (_ entity: String) -> [JSON] = { _ in [] }
    ) {
        self.model = model
        depths = model.depths
        self.seed = seed
        self.hasFiles = hasFiles
        self.identities = identities
    }

    /// The properties of a sample structure in a response.
    ///
    /// - Parameters:
    ///   - properties: The properties.
    ///   - subject: The subject of the sample.
    /// - Returns: The properties by key.
    package func members(
        of properties: [CheckedProperty],
        _ subject: Subject
    ) -> [String: JSON] {
        members(of: properties.filter { $0.direction != .writeOnly }, subject, depth: 0)
    }

    /// A sample of a property.
    package func value(of property: CheckedProperty, _ subject: Subject) -> JSON {
        value(of: property, subject, depth: 0)
    }

    /// A sample of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - wire: The format of single values.
    ///   - key: The name, which determines plausible values.
    ///   - subject: The subject of the sample.
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
        for property in properties {
            if !hasFiles, property.file != nil {
                if property.presence == .nullable { members[property.key] = .some(.null) }
                continue
            }
            let isOptional =
                property.presence == .optional
                || property.presence == .optionalNullable
            // Limits the depth of recursive types.
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
        // An array that cannot be filled without end stays empty.
        let isAtEnd = depth >= Self.maximumDepth && depths.isEndless(property.type.element)
        guard !property.constraints.isEmpty, !isAtEnd else { return own }
        return ConstrainedSample(property.constraints).fitted(own) { number in
            let other = Subject(subject.owner + ".\(number)", subject.number)
            return value(
                of: property.type.element,
                property.wire,
                for: property.key,
                other,
                depth: depth + 1
            )
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
            let properties = model.properties(of: name, for: BodyPurpose(type))
            var members = members(of: properties, one, depth: depth + 1)
            // Whatever its key, an identity is unique.
            if let identity = model.entity(name)?.identity, members[identity.key] != nil,
                identity.example == nil
            {
                members[identity.key] = value(
                    of: identity.type,
                    identity.wire,
                    for: "id",
                    one,
                    depth: depth + 1
                )
            }
            return .object(members)
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
        // At the maximum depth, the shallowest case ends a recursive union.
        guard let union = model.union(name),
            let first = union.cases.min(by: {
                depths.depth(of: $0.type) < depths.depth(of: $1.type)
            })
        else { return .null }
        if depth >= Self.maximumDepth, depths.isEndless(first.type) {
            // Only an unknown case has an end.
            return union.discriminator.map { [$0: "unknown"] } ?? .null
        }
        var random = SampleRandom(seed: seed, subject.owner, key, name, "\(subject.number)")
        let chosen = depth >= Self.maximumDepth ? first : random.element(of: union.cases) ?? first
        var json = value(of: chosen.type, .own, for: key, subject, depth: depth + 1)
        if case .tag(let tag) = chosen.mark, let discriminator = union.discriminator {
            json[discriminator] = .string(tag)
        }
        return json
    }

    /// The identity of an entity, in the format of a reference.
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

    /// A date in the format of a service.
    package static func written(_ date: Date, as format: DateFormat) -> JSON {
        let codec = DateCodec(DateCodec.Format(format))
        return (try? JSON(any: codec.dictionaryValue(of: date))) ?? .null
    }
}

extension JSON {
    /// The raw value of an enumeration's case.
    package init(_ raw: CheckedEnumeration.RawValue) {
        switch raw {
        case .string(let text): self = .string(text)
        case .integer(let digits): self = Number(digits).map { .number($0) } ?? .null
        }
    }
}

extension CheckedType {
    /// The type of the elements of an array; another type itself.
    var element: CheckedType {
        switch self {
        case .array(let element): element
        case .nullable(let type): type.element
        default: self
        }
    }
}
