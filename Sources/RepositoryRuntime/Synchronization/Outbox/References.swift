extension JSON {
    /// The texts of the identities that a property holds which refers to other entities: of one, or
    /// of many in arrays and objects.
    var referencedIdentities: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.referencedIdentities)
        case .object(let members): members.values.flatMap(\.referencedIdentities)
        case .string, .number: identityText.map { [$0] } ?? []
        case .null, .bool: []
        }
    }

    /// The same value without some identities.
    ///
    /// - Parameter isRemoved: Whether the identity with a text is left out.
    /// - Returns: The value; nil where it was one of them.
    func removingIdentities(_ isRemoved: (_ id: String) -> Bool) -> JSON? {
        switch self {
        case .array(let elements):
            return .array(elements.compactMap { $0.removingIdentities(isRemoved) })
        case .object(let members):
            return .object(members.compactMapValues { $0.removingIdentities(isRemoved) })
        case .string, .number:
            guard let id = identityText, isRemoved(id) else { return self }
            // Else `nil` would be null of JSON.
            return Optional.none
        case .null, .bool:
            return self
        }
    }

    /// The same value with other identities.
    ///
    /// - Parameter current: The identity that takes the place of one with a text; nil where it stays.
    /// - Returns: The value; what was text stays text, also where identities are numbers.
    /// - Throws: What `current` throws.
    func replacingIdentities(
        _ current: (_ id: String) throws(StorageError) -> JSON?
    ) throws(StorageError) -> JSON {
        switch self {
        case .array(let elements):
            var replaced: [JSON] = []
            for element in elements { replaced.append(try element.replacingIdentities(current)) }
            return .array(replaced)
        case .object(var members):
            for (key, value) in members { members[key] = try value.replacingIdentities(current) }
            return .object(members)
        case .string(let id):
            return try current(id)?.identityText.map { .string($0) } ?? self
        case .number:
            guard let id = identityText else { return self }
            return try current(id) ?? self
        case .null, .bool:
            return self
        }
    }
}
