extension Conventions {
    /// The JSON:API form of an entity: a type and an identity as strings, the properties as
    /// `attributes`, the references as `relationships` (jsonapi.org, 1.1).
    public struct ResourceForm: Hashable, Sendable {
        /// The `type` of the resource.
        public var type: String
        /// The resource types that references have, by the key of the property.
        public var relationships: [String: String]

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - type: The `type` of the resource.
        ///   - relationships: The resource types that references have, by the key of the property.
        public init(type: String, relationships: [String: String] = [:]) {
            self.type = type
            self.relationships = relationships
        }

        /// Returns the properties of an entity as a resource.
        ///
        /// - Parameters:
        ///   - members: The properties.
        ///   - identityKey: The key of the identity.
        ///   - id: The identity of the resource to change; nil for a new one.
        /// - Returns: The resource.
        package func resource(_ members: [String: JSON], identityKey: String, id: String?) -> JSON {
            var resource: [String: JSON] = ["type": .string(type)]
            if let id = id ?? members[identityKey]?.identityText { resource["id"] = .string(id) }
            var attributes = members
            attributes[identityKey] = nil
            var related: [String: JSON] = [:]
            for (key, type) in relationships {
                guard let value = attributes.removeValue(forKey: key) else { continue }
                related[key] = .object(["data": Self.linkage(value, type)])
            }
            if !attributes.isEmpty { resource["attributes"] = .object(attributes) }
            if !related.isEmpty { resource["relationships"] = .object(related) }
            return .object(resource)
        }

        /// Returns the properties of the entity in a resource; the value itself if it is not a
        /// resource.
        package func members(of resource: JSON, identityKey: String) -> JSON {
            guard
                var members = resource["attributes"]?.object
                    ?? (resource["type"] == nil ? nil : [:])
            else { return resource }
            members[identityKey] = resource["id"]
            for (key, related) in resource["relationships"]?.object ?? [:] {
                guard let linkage = related.object?["data"] else { continue }
                members[key] = Self.identities(in: linkage)
            }
            return .object(members)
        }

        private static func linkage(_ value: JSON, _ type: String) -> JSON {
            switch value {
            case .null: .null
            case .array(let values): .array(values.map { linkage($0, type) })
            default:
                .object(["type": .string(type), "id": .string(value.identityText ?? "")])
            }
        }

        private static func identities(in linkage: JSON) -> JSON {
            switch linkage {
            case .array(let linkages): .array(linkages.map(identities))
            case .object(let members): members["id"] ?? .null
            default: .null
            }
        }
    }
}
