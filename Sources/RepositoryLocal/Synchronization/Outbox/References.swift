// Finding and replacing references in entities.
extension EntitySchema {
    /// Whether entities have references.
    var hasReferences: Bool { !references.isEmpty || !containedReferences.isEmpty }

    /// The keys of the properties that contain references.
    var referringKeys: Set<String> {
        Set(references.keys).union(containedReferences.keys)
    }

    /// Returns the entities that some properties refer to.
    func references(in members: [String: JSON]) -> [RecordKey] {
        var found: [RecordKey] = []
        _ = mapping(members) { (key, identity) throws(Never) -> JSON? in
            found.append(key)
            return identity
        }
        return found
    }

    /// Removes the references to some entities.
    ///
    /// Returns the properties, without those that consisted of such a reference only.
    func removingReferences(
        in members: [String: JSON],
        _ isRemoved: (RecordKey) -> Bool
    ) -> [String: JSON] {
        mapping(members) { (key, identity) throws(Never) -> JSON? in
            isRemoved(key) ? nil : identity
        }
    }

    /// Replaces identities in references.
    ///
    /// Returns the properties; strings stay strings, even if identities are numbers.
    func replacingReferences<Failure: Error>(
        in members: [String: JSON],
        _ current: (RecordKey) throws(Failure) -> JSON?
    ) throws(Failure) -> [String: JSON] {
        try mapping(members) { (key, identity) throws(Failure) -> JSON? in
            guard let new = try current(key) else { return identity }
            guard case .string = identity else { return new }
            return new.identityText.map { .string($0) } ?? identity
        }
    }

    /// Replaces or removes each identity in references.
    private func mapping<Failure: Error>(
        _ members: [String: JSON],
        _ body: (RecordKey, JSON) throws(Failure) -> JSON?
    ) throws(Failure) -> [String: JSON] {
        var members = members
        for (property, collection) in references {
            guard let value = members[property] else { continue }
            members[property] = try mapping(value, at: .identity(of: collection), 0, body)
        }
        for (property, place) in containedReferences {
            guard let value = members[property] else { continue }
            members[property] = try mapping(value, at: place, 0, body)
        }
        return members
    }

    /// Named types may be recursive without a limit.
    private static var maximumDepth: Int { 1000 }

    private func mapping<Failure: Error>(
        _ json: JSON,
        at place: ReferencePlace,
        _ depth: Int,
        _ body: (RecordKey, JSON) throws(Failure) -> JSON?
    ) throws(Failure) -> JSON? {
        guard depth < Self.maximumDepth else { return json }
        switch (place, json) {
        case (.identity(let collection), .string), (.identity(let collection), .number):
            guard let id = json.identityText else { return json }
            return try body(RecordKey(collection: collection, id: id), json)
        case (.url(let collection, let template), .string(let url)):
            guard let id = ReferenceURL.identity(in: url) else { return json }
            let identity = JSON.string(id)
            guard let new = try body(RecordKey(collection: collection, id: id), identity) else {
                return nil
            }
            // An unchanged reference keeps its original URL.
            guard new != identity, let newID = new.identityText else { return json }
            return ReferenceURL(template: template).text(of: newID).map { .string($0) } ?? json
        case (.array(let inner), .array), (.dictionary(let inner), .object):
            return try mappingParts(of: json, at: { _ in inner }, depth, body)
        case (.identity, .array), (.identity, .object):
            return try mappingParts(of: json, at: { _ in place }, depth, body)
        case (.value(let name), _):
            return try mapping(json, as: containedValues[name], depth, body)
        default:
            return json
        }
    }

    private func mapping<Failure: Error>(
        _ json: JSON,
        as value: ContainedReferences?,
        _ depth: Int,
        _ body: (RecordKey, JSON) throws(Failure) -> JSON?
    ) throws(Failure) -> JSON? {
        switch (value, json) {
        case (.members(let places), .object):
            return try mappingParts(of: json, at: { places[$0] }, depth, body)
        case (.tagged(let key, let cases), .object(let members)):
            guard let tag = members[key]?.identityText, let place = cases[tag] else { return json }
            return try mapping(json, at: place, depth + 1, body)
        case (.kinds(let places), _):
            guard let place = places[json.kind] else { return json }
            return try mapping(json, at: place, depth + 1, body)
        default:
            return json
        }
    }

    /// Maps the elements of an array, or the members of an object by their keys.
    private func mappingParts<Failure: Error>(
        of json: JSON,
        at place: (String) -> ReferencePlace?,
        _ depth: Int,
        _ body: (RecordKey, JSON) throws(Failure) -> JSON?
    ) throws(Failure) -> JSON {
        if let elements = json.array, let place = place("") {
            var mapped: [JSON] = []
            for element in elements {
                guard let new = try mapping(element, at: place, depth + 1, body) else { continue }
                mapped.append(new)
            }
            return .array(mapped)
        }
        var mapped = json.object ?? [:]
        for (key, value) in mapped {
            guard let place = place(key) else { continue }
            mapped[key] = try mapping(value, at: place, depth + 1, body)
        }
        return .object(mapped)
    }
}
