import RepositoryValues
import SchemaInference
import SchemaLanguage
import ServiceModel

/// Removes secrets from response bodies, replacing them by made-up values of the same type.
struct SecretRemoval {
    private let model: ServiceModel
    private let samples: SampleMaker
    private let credentials: SentCredentials
    /// The positions of the secrets.
    private(set) var places: [JSONKeyPath] = []

    /// Creates a removal for one body.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - seed: The seed of made-up values.
    ///   - credentials: The credentials of the client.
    init(_ model: ServiceModel, seed: UInt64, without credentials: SentCredentials) {
        self.model = model
        self.credentials = credentials
        samples = SampleMaker(model, seed: seed)
    }

    /// Whether the values of a property are secret.
    ///
    /// Identities are used in references, so they are secret only if they grant access.
    static func isSecret(_ property: CheckedProperty, isIdentity: Bool) -> Bool {
        let names = [property.key, property.name]
        let isReference = if case .identity = property.type.leaf { true } else { false }
        return property.isRedacted
            || names.contains { name in
                isIdentity || isReference
                    ? Secrecy.isCredential(key: name) : Secrecy.isSecret(key: name)
            }
    }

    /// A typed value without secrets.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - type: Its type.
    ///   - name: The subject of the samples.
    ///   - path: Its position.
    /// - Returns: The value, unchanged if it contains no secrets.
    mutating func cleaned(
        _ json: JSON,
        as type: CheckedType,
        of name: String,
        at path: JSONKeyPath = JSONKeyPath()
    ) -> JSON {
        switch type {
        case .nullable(let inner):
            return json.isNull ? json : cleaned(json, as: inner, of: name, at: path)
        case .array(let inner):
            guard let elements = json.array else { return cleaned(json, at: path) }
            return .array(
                elements.enumerated().map { index, element in
                    let place = path.appending(.index(index))
                    return cleaned(element, as: inner, of: "\(name).\(index)", at: place)
                }
            )
        case .dictionary(let inner):
            guard let members = json.object else { return cleaned(json, at: path) }
            return cleaned(members, at: path) { removal, key, value, place in
                removal.cleaned(value, as: inner, of: "\(name).\(key)", at: place)
            }
        case .value(let own), .entity(let own), .draft(let own), .patch(let own):
            guard let members = json.object else { return cleaned(json, at: path) }
            return cleaned(members, of: own, for: name, at: path)
        case .union(let union): return cleaned(json, ofUnion: union, of: name, at: path)
        // Known cases are not secret, and unknown values are no cases.
        case .enumeration(let own):
            let raws = (model.enumeration(own)?.cases ?? []).map { JSON($0.raw) }
            return raws.contains(json) ? json : cleaned(json, at: path)
        case .scalar, .primitive, .identity: return cleaned(json, at: path)
        }
    }

    /// A value of unknown type without secrets: keys that look like secrets are removed.
    mutating func cleaned(_ json: JSON, at path: JSONKeyPath = JSONKeyPath()) -> JSON {
        switch json {
        case .string(let text):
            let cleaned = SecretText.cleaned(text, without: credentials)
            if cleaned != text { places.append(path) }
            return .string(cleaned)
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    cleaned(element, at: path.appending(.index(index)))
                }
            )
        case .object(let members):
            return cleaned(members, at: path) { $0.cleaned($2, at: $3) }
        case .null, .bool, .number: return json
        }
    }

    /// Notes that a whole value is replaced as a secret.
    mutating func replace(at path: JSONKeyPath) { places.append(path) }

    private mutating func cleaned(
        _ members: [String: JSON],
        at path: JSONKeyPath,
        _ value: (inout SecretRemoval, String, JSON, JSONKeyPath) -> JSON
    ) -> JSON {
        var kept: [String: JSON] = [:]
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            let place = path.appending(.key(key))
            if Self.canBeSecret(member), Secrecy.isSecret(key: key) || credentials.isIn(key) {
                places.append(place)
            } else {
                kept[key] = value(&self, key, member, place)
            }
        }
        return .object(kept)
    }

    private mutating func cleaned(
        _ members: [String: JSON],
        of structure: String,
        for name: String,
        at path: JSONKeyPath
    ) -> JSON {
        let properties = model.properties(of: structure)
        let identityKey = model.entity(structure)?.identity.key
        var kept: [String: JSON] = [:]
        for property in properties {
            guard let value = members[property.key] else { continue }
            let place = path.appending(.key(property.key))
            let isSecret = Self.isSecret(property, isIdentity: property.key == identityKey)
            if isSecret, canBeSecret(value, of: property) {
                places.append(place)
                let subject = SampleMaker.Subject(name, 1)
                kept[property.key] = samples.value(of: property, subject)
            } else {
                kept[property.key] = cleaned(value, as: property.type, of: name, at: place)
            }
        }
        let known = Set(properties.map(\.key))
        let others = cleaned(members.filter { !known.contains($0.key) }, at: path) {
            $0.cleaned($2, at: $3)
        }
        return .object(kept.merging(others.object ?? [:]) { own, _ in own })
    }

    private mutating func cleaned(
        _ json: JSON,
        ofUnion name: String,
        of owner: String,
        at path: JSONKeyPath
    ) -> JSON {
        guard let union = model.union(name) else { return cleaned(json, at: path) }
        for one in union.cases {
            switch one.mark {
            case .tag(let tag):
                guard let key = union.discriminator, json[key]?.string == tag else { continue }
                var cleaned = cleaned(json, as: one.type, of: owner, at: path)
                cleaned[key] = .string(tag)
                return cleaned
            case .kind(let kind) where kind.matches(json):
                return cleaned(json, as: one.type, of: owner, at: path)
            case .kind: continue
            }
        }
        return cleaned(json, at: path)
    }

    private func canBeSecret(_ value: JSON, of property: CheckedProperty) -> Bool {
        if case .enumeration = property.type.leaf, !property.isRedacted { return false }
        return property.isRedacted ? !value.isNull : Self.canBeSecret(value)
    }

    /// Whether a value reveals anything: `hasPassword: true` is not secret.
    private static func canBeSecret(_ value: JSON) -> Bool {
        switch value {
        case .null, .bool: false
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        case .number: true
        }
    }
}
