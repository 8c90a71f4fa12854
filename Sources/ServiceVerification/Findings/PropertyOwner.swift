import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The declaration and the property at a path of a body.
struct PropertyOwner {
    /// The name of the declaration.
    let owner: String
    /// The property.
    let property: CheckedProperty
    /// The arrays and dictionaries in its type that contain the value at the path, the outermost
    /// first.
    var containers: [Container] = []

    /// A type whose elements or values have a type of their own.
    enum Container {
        case array, dictionary
    }

    /// Finds the property at a path.
    ///
    /// - Parameters:
    ///   - path: The path in the body.
    ///   - type: The type of the body.
    ///   - model: The schema.
    /// - Returns: The deepest property on the path; nil if there is none.
    static func find(
        _ path: JSONKeyPath,
        in type: CheckedType,
        of model: ServiceModel
    ) -> PropertyOwner? {
        var type = type
        var found: PropertyOwner?
        for component in path.components {
            switch (component, bare(type)) {
            case (.key(let key), .value(let name)), (.key(let key), .entity(let name)),
                (.key(let key), .draft(let name)), (.key(let key), .patch(let name)):
                guard let property = model.properties(of: name).first(where: { $0.key == key })
                else { return found }
                found = PropertyOwner(owner: name, property: property)
                type = property.type
            case (.index, .array(let inner)):
                found?.containers.append(.array)
                type = inner
            case (.key, .dictionary(let inner)):
                found?.containers.append(.dictionary)
                type = inner
            case (.key(let key), .union(let name)):
                let cases = model.union(name)?.cases ?? []
                let owners = cases.lazy.compactMap { one -> PropertyOwner? in
                    find(JSONKeyPath([.key(key)]), in: one.type, of: model)
                }
                guard let first = owners.first else { return found }
                found = first
                type = first.property.type
            default: return found
            }
        }
        return found
    }

    /// The structure type at a path; nil if there is none.
    static func structure(
        at path: JSONKeyPath,
        in type: CheckedType,
        of model: ServiceModel
    ) -> String? {
        if path.components.isEmpty { return name(of: bare(type)) }
        guard let found = find(path, in: type, of: model) else { return nil }
        var inner = bare(found.property.type)
        while case .array(let element) = inner { inner = bare(element) }
        while case .dictionary(let element) = inner { inner = bare(element) }
        return name(of: inner)
    }

    private static func name(of type: CheckedType) -> String? {
        switch type {
        case .value(let name), .entity(let name), .draft(let name), .patch(let name): name
        default: nil
        }
    }

    private static func bare(_ type: CheckedType) -> CheckedType {
        if case .nullable(let inner) = type { bare(inner) } else { type }
    }
}
