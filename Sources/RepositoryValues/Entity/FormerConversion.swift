/// Brings members of earlier versions of an app, and the values in them, into the form of today.
struct FormerConversion {
    /// Names may lead to one another without an end.
    private static let maximumDepth = 1000

    let values: [String: FormerValue]

    /// Members with the properties that were others once, as they are today.
    ///
    /// Each contained value is converted once: one that a function of the app takes before it does, any other one where
    /// it is today.
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
                // What was made of another property has the form of today.
                guard former.key != key || !renamed.contains(key),
                    let value = converted[former.key]
                else { continue }
                converted[former.key] = nil
                // What has the new key already is newer.
                guard former.key == key || converted[key] == nil else { continue }
                if former.key != key { renamed.insert(key) }
                guard former.isConvertedByApp, value != .null else {
                    converted[key] = try former.converted(value)
                    continue
                }
                let whole = try former.place.map { try self.converted(value, at: $0, depth + 1) }
                converted[key] = try former.converted(whole ?? value)
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
    /// Whether anything was something else in earlier versions of an app.
    package var hasFormer: Bool { !former.isEmpty || !formerValues.isEmpty }

    /// Members with the properties that were others once, as they are today, and so the values in them.
    ///
    /// - Parameter members: The members of a document, or some of them.
    /// - Returns: All of them, converted; nil where none is to be.
    /// - Throws: What a conversion throws.
    package func convertingFormer(_ members: [String: JSON]) throws -> [String: JSON]? {
        let conversion = FormerConversion(values: formerValues)
        let converted = try conversion.converted(members, former, at: formerPlaces)
        return converted == members ? nil : converted
    }
}
