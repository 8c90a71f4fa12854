/// Converts properties and nested values of earlier versions of an app to their current form.
///
/// What has the current form is not changed, so converting twice has the same result as converting
/// once.
struct FormerConversion {
    /// Limits the recursion, because names may refer to one another in a cycle.
    private static let maximumDepth = 1000

    let values: [String: FormerValue]

    /// Returns properties with all former forms converted to the current ones.
    ///
    /// Each nested value is converted once: before the function of the app that receives it, or, if
    /// there is none, at its current place.
    func converted(
        _ members: [String: JSON],
        _ former: [String: [FormerProperty]],
        at places: [String: ReferencePlace],
        depth: Int = 0
    ) throws -> [String: JSON] {
        var converted = members
        var made: Set<String> = []
        var renamed: Set<String> = []
        for (key, all) in former {
            for former in all {
                // A value derived from another property has the current form already.
                guard former.key != key || !renamed.contains(key),
                    let value = converted[former.key]
                else { continue }
                converted[former.key] = nil
                // A value under the new key is newer.
                guard former.key == key || converted[key] == nil else { continue }
                if former.key != key { renamed.insert(key) }
                guard former.isConvertedByApp, value != .null else {
                    converted[key] = try former.converted(value)
                    continue
                }
                let whole =
                    try former.place.map { try self.converted(value, at: $0, depth + 1) } ?? value
                // Under the same key, a value may have the current type already.
                guard former.key != key || former.matches(whole) else {
                    converted[key] = value
                    continue
                }
                converted[key] = try former.converted(whole)
                made.insert(key)
            }
        }
        for (key, place) in places where !made.contains(key) {
            guard let value = converted[key] else { continue }
            converted[key] = try self.converted(value, at: place, depth + 1)
        }
        return converted
    }

    private func converted(
        _ json: JSON,
        at place: ReferencePlace,
        _ depth: Int
    ) throws -> JSON {
        guard depth < Self.maximumDepth else { return json }
        switch (place, json) {
        case (.array(let inner), .array(let elements)):
            return .array(try elements.map { try converted($0, at: inner, depth + 1) })
        case (.dictionary(let inner), .object(let members)):
            return .object(try members.mapValues { try converted($0, at: inner, depth + 1) })
        case (.value(let name), _):
            return try values[name].map { try converted(json, as: $0, depth) } ?? json
        case (.array, _), (.dictionary, _), (.identity, _), (.url, _):
            return json
        }
    }

    private func converted(_ json: JSON, as value: FormerValue, _ depth: Int) throws -> JSON {
        if let new = value.renamed[json] { return new }
        switch (value.contained, json) {
        case (.members(let places), .object(let members)):
            return .object(try converted(members, value.former, at: places, depth: depth))
        case (.tagged(let key, let cases), .object(let members)):
            guard let tag = members[key]?.identityText, let place = cases[tag] else { return json }
            return try converted(json, at: place, depth + 1)
        case (.kinds(let places), _):
            guard let place = places[json.kind] else { return json }
            return try converted(json, at: place, depth + 1)
        case (.members, _), (.tagged, _):
            return json
        }
    }
}

extension EntitySchema {
    /// Whether any property or value has a former form.
    package var hasFormer: Bool { !former.isEmpty || !formerValues.isEmpty }

    /// Whether functions of the app convert values.
    package var isConvertedByApp: Bool {
        (Array(former.values) + formerValues.values.flatMap(\.former.values))
            .contains { $0.contains(where: \.isConvertedByApp) }
    }

    /// A string that differs for different properties and conversions; nil if the properties are
    /// unknown.
    package var storedForm: String? {
        guard let shape else { return nil }
        guard hasFormer else { return shape }
        func json(_ former: [String: [FormerProperty]]) -> JSON {
            .object(former.mapValues { .array($0.map(\.json)) })
        }
        let values = formerValues.mapValues { value -> JSON in
            ["former": json(value.former), "renamed": value.renamedJSON]
        }
        let form: JSON = [
            "shape": .string(shape), "former": json(former), "values": .object(values),
        ]
        return form.description
    }

    /// Returns properties and their nested values with all former forms converted to the current
    /// ones.
    ///
    /// - Parameter members: All or some properties of a document.
    /// - Returns: All of them, converted; nil if none needs conversion.
    /// - Throws: The error of a conversion.
    package func convertingFormer(_ members: [String: JSON]) throws -> [String: JSON]? {
        let conversion = FormerConversion(values: formerValues)
        let converted = try conversion.converted(members, former, at: formerPlaces)
        return converted == members ? nil : converted
    }

    /// Whether a function of the app could not convert a former property, so that the entity lacks
    /// it.
    ///
    /// - Parameters:
    ///   - members: The properties as they are stored.
    ///   - entity: The properties of the entity that was decoded from them. A former one among them
    ///     is an unknown key that it keeps.
    /// - Returns: Whether one is missing.
    package func lacksConversion(
        of members: [String: JSON],
        besides entity: [String: JSON]
    ) -> Bool {
        guard isConvertedByApp else { return false }
        do {
            _ = try convertingFormer(members.filter { entity[$0.key] == nil })
            return false
        } catch {
            return true
        }
    }
}
