import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Examples of request and response bodies: valid JSON, with the properties in schema order.
struct ExampleJSON {
    /// A JSON value.
    indirect enum Value {
        /// JSON text.
        case raw(String)
        case array([Value])
        case object([(key: String, value: Value)])

        /// The value at a key path of a whole, such as `data.rows[0]`; without a path, the value.
        func wrapped(at path: String?) -> Value {
            JSONKeyPath(text: path ?? "").components.reversed().reduce(self) { value, component in
                switch component {
                case .key(let key): .object([(key, value)])
                case .index(let index):
                    .array(Array(repeating: .raw("null"), count: index) + [value])
                }
            }
        }

        /// The value as text, indented by two spaces.
        func text(_ indentation: String = "") -> String {
            let inner = indentation + "  "
            switch self {
            case .raw(let text): return text
            case .array(let elements):
                guard !elements.isEmpty else { return "[]" }
                let lines = elements.map { inner + $0.text(inner) }
                return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
            case .object(let members):
                guard !members.isEmpty else { return "{}" }
                let lines = members.map {
                    "\(inner)\(ExampleJSON.literal($0.key)): \($0.value.text(inner))"
                }
                return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
            }
        }
    }

    private let model: ServiceModel
    private let samples: SampleMaker

    init(_ schema: CheckedSchema) {
        model = ServiceModel(schema)
        samples = SampleMaker(model, seed: 0)
    }

    /// A text as a JSON string.
    static func literal(_ text: String) -> String {
        String(OrderedJSON.string(text).text.dropLast())
    }

    /// A value of a type.
    func value(of type: CheckedType, _ wire: WireForm = .own) -> Value {
        switch type {
        case .draft(let name): return value(ofStructure: name, for: .draft)
        case .patch(let name): return value(ofStructure: name, for: .patch)
        case .array(.draft), .array(.patch):
            guard case .array(let element) = type else { break }
            return .array([value(of: element)])
        default: break
        }
        return ordered(samples.value(of: type, wire, for: "", .init("", 1)), type)
    }

    /// The text of an example identity of an entity.
    func identity(of name: String) -> String {
        guard let identity = model.entity(name)?.identity else { return "1" }
        return ordered(samples.value(of: identity, .init(name, 1)), identity.type).text()
    }

    /// An entity or a value.
    func value(ofStructure name: String, for purpose: BodyPurpose = .response) -> Value {
        let shown = model.properties(of: name, for: purpose)
        let members = samples.members(
            of: shown.filter { $0.direction != .writeOnly },
            .init(name, 1)
        )
        return .object(
            shown.compactMap { property in
                let json =
                    property.direction == .writeOnly
                    ? samples.value(of: property, .init(name, 1)) : members[property.key]
                return json.map { (property.key, ordered($0, property.type)) }
            }
        )
    }

    // MARK: - Order

    /// A value with the properties of structures in schema order, and others sorted by key.
    private func ordered(_ json: JSON, _ type: CheckedType) -> Value {
        switch (json, type) {
        case (.null, _): return .raw("null")
        case (_, .nullable(let inner)): return ordered(json, inner)
        case (.array(let elements), .array(let inner)):
            return .array(elements.map { ordered($0, inner) })
        case (.object(let members), .dictionary(let inner)):
            return .object(
                members.sorted { $0.key < $1.key }.map { ($0.key, ordered($0.value, inner)) }
            )
        case (.object(let members), .value(let name)), (.object(let members), .entity(let name)),
            (.object(let members), .draft(let name)), (.object(let members), .patch(let name)):
            return .object(self.members(members, of: name))
        case (.object(let members), .union(let name)): return ordered(members, ofUnion: name)
        case (.array, _), (.object, _): return Self.plain(json)
        case (.string(let text), _): return .raw(Self.literal(text))
        case (.bool, _), (.number, _): return .raw((try? json.jsonText()) ?? "null")
        }
    }

    private func members(
        _ members: [String: JSON],
        of name: String
    ) -> [(key: String, value: Value)] {
        let properties = model.properties(of: name)
        let known = properties.compactMap { property in
            members[property.key].map { (key: property.key, value: ordered($0, property.type)) }
        }
        let others = members.filter { member in !properties.contains { $0.key == member.key } }
        return known + others.sorted { $0.key < $1.key }.map { ($0.key, Self.plain($0.value)) }
    }

    private func ordered(_ members: [String: JSON], ofUnion name: String) -> Value {
        guard let union = model.union(name), let key = union.discriminator,
            let tag = members[key]?.string,
            let one = union.cases.first(where: { $0.mark == .tag(tag) })
        else {
            let object = model.union(name)?.cases.first { $0.mark == .kind(.object) }
            return object.map { ordered(.object(members), $0.type) } ?? Self.plain(.object(members))
        }
        guard case .object(let inner) = ordered(.object(members), one.type) else {
            return .raw("null")
        }
        return .object([(key, .raw(Self.literal(tag)))] + inner.filter { $0.key != key })
    }

    /// A value of unknown type.
    private static func plain(_ json: JSON) -> Value {
        switch json {
        case .array(let elements): .array(elements.map(plain))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, plain($0.value)) })
        case .string(let text): .raw(literal(text))
        case .null, .bool, .number: .raw((try? json.jsonText()) ?? "null")
        }
    }
}
