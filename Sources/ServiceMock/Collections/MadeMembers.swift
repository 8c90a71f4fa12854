import Foundation
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The properties of entities that the service sets: identities, times, versions, and defaults.
struct MadeMembers {
    let model: ServiceModel
    let form: EntityForm
    let seed: UInt64

    private var entity: CheckedEntity { form.collection.entity }

    /// The properties of a new entity.
    ///
    /// - Parameters:
    ///   - sent: The properties sent by the client.
    ///   - id: The identity.
    ///   - number: The number of the entity in the collection.
    ///   - version: The version: milliseconds since 1970.
    /// - Returns: All properties.
    func created(
        _ sent: [String: JSON],
        _ id: JSON,
        number: Int,
        version: Int
    ) -> [String: JSON] {
        var members = sent
        members[entity.identity.key] = id
        var made: [String: JSON] = [:]
        let samples = SampleMaker(model, seed: seed, hasFiles: false)
        for property in entity.properties
        where members[property.key] == nil && property.direction == .readOnly
            && property.file == nil
        {
            made[property.key] =
                moment(property, version)
                ?? samples.value(of: property, .init(entity.head.name, number))
        }
        form.removeMark(&made)
        members.merge(made) { sent, _ in sent }
        complete(&members)
        form.setVersion(&members, version)
        return members
    }

    /// Adds the defaults, and null for missing required properties.
    func complete(_ members: inout [String: JSON]) {
        for property in entity.properties
        where members[property.key] == nil && property.direction != .writeOnly {
            if let value = property.defaultValue {
                members[property.key] = written(value, of: property)
            } else if property.presence == .nullable {
                members[property.key] = .some(.null)
            }
        }
    }

    /// A default in the format of the service.
    private func written(_ literal: CheckedLiteral, of property: CheckedProperty) -> JSON {
        let json = JSON(literal, in: model)
        guard let text = json.string ?? (try? json.jsonText()), json.array == nil,
            json.object == nil,
            !json.isNull
        else { return json }
        if case .enumerationCase = literal { return json }
        return model.value(of: text, as: property.type, property.wire)
    }

    /// Sets the properties that every change updates.
    func touch(_ members: inout [String: JSON], version: Int) {
        for property in entity.properties
        where property.direction == .readOnly
            && (Self.isChangeTime(property) || property.key == form.cursorKey)
        {
            if let moment = moment(property, version) { members[property.key] = moment }
        }
        form.setVersion(&members, version)
    }

    /// The time of a version, or its number as a cursor, for a property that has one; nil for
    /// others.
    private func moment(_ property: CheckedProperty, _ version: Int) -> JSON? {
        if property.key == form.cursorKey, let primitive = model.primitive(of: property.type),
            primitive.holdsIntegers(of: .int)
        {
            return .number(.init(version))
        }
        guard !property.type.hasElements, let formats = model.dateFormats(of: property) else {
            return nil
        }
        // Whole seconds, like most services.
        return SampleMaker.written(
            Date(timeIntervalSince1970: Double(version / 1_000)),
            as: formats[0]
        )
    }

    private static func isChangeTime(_ property: CheckedProperty) -> Bool {
        let name = property.name.lowercased()
        return ["updat", "modif", "chang", "edited"].contains { name.contains($0) }
    }
}

extension JSON {
    /// The value of a schema literal.
    init(_ literal: CheckedLiteral, in model: ServiceModel) {
        switch literal {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let digits), .decimal(let digits):
            self = Number(digits).map { .number($0) } ?? .null
        case .string(let text): self = .string(text)
        case .enumerationCase(let enumeration, let name):
            let one = model.enumeration(enumeration)?.cases.first { $0.name == name }
            self = one.map { JSON($0.raw) } ?? .null
        case .emptyArray: self = []
        case .emptyDictionary: self = [:]
        }
    }
}

extension CheckedType {
    /// Whether it is an array or a dictionary.
    fileprivate var hasElements: Bool {
        switch self {
        case .array, .dictionary: true
        case .nullable(let inner): inner.hasElements
        default: false
        }
    }
}
