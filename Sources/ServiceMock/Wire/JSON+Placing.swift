import RepositoryValues

extension JSON {
    /// Puts a value to a key path, with objects and arrays on the way.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: Where it goes; empty for the whole.
    mutating func place(_ value: JSON, at path: JSONKeyPath) {
        self = Self.placing(value, at: path.components[...], in: self)
    }

    /// A value alone at a key path.
    static func placed(_ value: JSON, at path: JSONKeyPath) -> JSON {
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

    /// A merge patch on this value (RFC 7396): null takes a member away, an object is merged.
    func merging(_ patch: JSON) -> JSON {
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
