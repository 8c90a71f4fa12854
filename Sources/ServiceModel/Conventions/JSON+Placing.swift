package import RepositoryValues

extension JSON {
    /// Sets a value at a key path, creating objects and arrays on the way.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The key path; empty for the whole value.
    package mutating func place(_ value: JSON, at path: JSONKeyPath) {
        self = Self.placing(value, at: path.components[...], in: self)
    }

    /// A value wrapped in a key path.
    package static func placed(_ value: JSON, at path: JSONKeyPath) -> JSON {
        placing(value, at: path.components[...], in: .null)
    }

    private static func placing(
        _ value: JSON,
        at path: ArraySlice<JSONKeyPath.Component>,
        in whole: JSON
    ) -> JSON {
        switch path.first {
        case nil: return value
        case .key(let key):
            var members = whole.object ?? [:]
            members[key] = placing(value, at: path.dropFirst(), in: members[key] ?? .null)
            return .object(members)
        case .index(let index):
            var elements = whole.array ?? []
            while elements.count <= index { elements.append(.null) }
            elements[index] = placing(value, at: path.dropFirst(), in: elements[index])
            return .array(elements)
        }
    }

    /// Applies a merge patch to this value (RFC 7396): null removes a key, and objects are merged.
    package func merging(_ patch: JSON) -> JSON {
        guard let changes = patch.object else { return patch }
        var members = object ?? [:]
        for (key, change) in changes {
            if change.isNull {
                members.removeValue(forKey: key)
            } else {
                members[key] = (members[key] ?? .null).merging(change)
            }
        }
        return .object(members)
    }
}
