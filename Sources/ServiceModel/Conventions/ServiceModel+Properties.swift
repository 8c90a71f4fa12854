package import RepositoryNetworking
import RepositoryValues
package import SchemaLanguage

extension ServiceModel {
    /// The property at a path in the objects of an entity.
    ///
    /// - Parameters:
    ///   - path: The path, for example `meta.version`.
    ///   - entity: The entity.
    /// - Returns: The property; nil if the path leads through arrays or undeclared properties.
    package func property(at path: JSONKeyPath, of entity: CheckedEntity) -> CheckedProperty? {
        var properties = [entity.identity] + entity.properties
        var found: CheckedProperty?
        for component in path.components {
            guard case .key(let key) = component,
                let property = properties.first(where: { $0.key == key })
            else { return nil }
            found = property
            switch property.type {
            case .value(let name), .entity(let name): properties = self.properties(of: name)
            default: properties = []
            }
        }
        return found
    }

    /// The date formats of a property, also of one whose type is a scalar of dates; nil for others.
    package func dateFormats(of property: CheckedProperty) -> [DateFormat]? {
        guard primitive(of: property.type.leaf) == .date else { return nil }
        return dateFormats(of: wire(of: property.type.leaf, property.wire)) ?? [.iso8601]
    }
}
