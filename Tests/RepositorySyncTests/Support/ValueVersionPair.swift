@testable import RepositoryLocal

/// Two versions of an entity with nested values in two versions, at each possible place.
struct ValueVersionPair {
    private static let places: [String: ReferencePlace] = [
        "one": .value("Part"), "many": .array(of: .value("Part")),
        "keyed": .dictionary(of: .array(of: .value("Part"))),
    ]

    private var pair: VersionPair
    private var part: VersionPair
    private let hasValues: Bool

    /// Every other seed has values.
    init(seed: UInt64) {
        (pair, part) = (VersionPair(seed: seed), VersionPair(seed: seed + 10_000))
        hasValues = seed.isMultiple(of: 2)
    }

    /// The schema of the second version.
    var schema: EntitySchema {
        var schema = pair.schema
        guard hasValues else { return schema }
        schema.formerPlaces = Self.places
        schema.formerValues = [
            "Part": FormerValue(
                .members(["next": .value("Part")]),
                former: part.schema.former,
                properties: part.schema.properties.union(["next"])
            )
        ]
        return schema
    }

    mutating func below(_ limit: UInt64) -> Int { pair.below(limit) }

    // MARK: - The first version

    mutating func document(id: String) -> [String: JSON] {
        pair.document(id: id).merging(values()) { $1 }
    }

    /// Returns changes of some properties.
    mutating func changes() -> [String: JSON] {
        pair.changes(of: true).merging(values()) { $1 }
    }

    private mutating func values() -> [String: JSON] {
        guard hasValues else { return [:] }
        var members: [String: JSON] = [:]
        if below(2) == 0 { members["one"] = value() }
        if below(2) == 0 { members["many"] = [value(), value()] }
        if below(2) == 0 { members["keyed"] = ["a": [value()], "next": []] }
        return members
    }

    private mutating func value() -> JSON {
        var members = part.changes(of: true)
        if below(3) == 0 { members["next"] = value() }
        return .object(members)
    }

    // MARK: - The second version

    /// Decodes properties as an entity, and encodes it again.
    func normalized(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        var whole = try pair.normalized(members)
        for key in Self.places.keys {
            whole[key] = try members[key].map { value throws(JSONError) in
                try mapping(value) { (members) throws(JSONError) in try filled(members) }
            }
        }
        return whole
    }

    /// Converts properties of the first version; removed values become the defaults.
    func converted(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        var converted = pair.converted(members)
        for key in Self.places.keys {
            guard hasValues, let value = members[key] else { continue }
            let new = try mapping(value) { (members) throws(JSONError) in part.converted(members) }
            // Converted values get the defaults of missing ones.
            converted[key] =
                new == value
                ? new : try mapping(new) { (members) throws(JSONError) in try filled(members) }
        }
        return converted
    }

    /// Converts a whole document, which gets the defaults.
    func whole(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        let converted = try converted(members)
        return try normalized(converted).merging(converted) { $1 }
    }

    private func filled(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        var whole = try part.normalized(members)
        whole["id"] = nil
        return whole.merging(members) { $1 }
    }

    /// Replaces each object that is a part of a value, the inner ones first.
    private func mapping(
        _ json: JSON,
        _ body: ([String: JSON]) throws(JSONError) -> [String: JSON]
    ) throws(JSONError) -> JSON {
        switch json {
        case .array(let elements):
            var mapped: [JSON] = []
            for element in elements { mapped.append(try mapping(element, body)) }
            return .array(mapped)
        // Only a dictionary contains arrays.
        case .object(let members) where members["next"]?.array != nil:
            var mapped = members
            for (key, value) in members { mapped[key] = try mapping(value, body) }
            return .object(mapped)
        case .object(var members):
            if let next = members["next"] { members["next"] = try mapping(next, body) }
            return .object(try body(members))
        default: return json
        }
    }
}
