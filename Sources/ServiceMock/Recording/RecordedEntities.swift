import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The entities of a collection that a recording has seen, in their latest state.
struct RecordedEntities: Sendable {
    /// The maximum number of entities: each change rewrites the file.
    static let maximumCount = 10_000

    /// The identities in the order of listings, followed by those not in any listing.
    private var listed: [String] = []
    private var others: [String] = []
    private var listedSet: Set<String> = []
    private var members: [String: [String: JSON]] = [:]

    /// Starts with the entities in a folder.
    init(_ entities: [[String: JSON]], identityKey: String) {
        for entity in entities {
            guard let id = entity[identityKey]?.identityText else { continue }
            set(entity, for: id, isListed: false)
        }
    }

    /// The properties of an entity; nil if there is none.
    subscript(_ id: String) -> [String: JSON]? { members[id] }

    /// Whether another entity can be added.
    func hasRoom(for id: String) -> Bool { members[id] != nil || members.count < Self.maximumCount }

    /// Stores the properties of an entity.
    ///
    /// - Parameters:
    ///   - entity: The properties.
    ///   - id: The identity.
    ///   - isListed: Whether they are from a listing, whose order counts.
    /// - Returns: Whether the file changes.
    @discardableResult
    mutating func set(_ entity: [String: JSON], for id: String, isListed: Bool) -> Bool {
        let old = members.updateValue(entity, forKey: id)
        guard isListed, listedSet.insert(id).inserted else {
            if old == nil { others.append(id) }
            return old != entity
        }
        let isInPlace = others.first == id
        others.removeAll { $0 == id }
        listed.append(id)
        return old != entity || !isInPlace
    }

    /// Removes an entity; returns whether it existed.
    mutating func remove(_ id: String) -> Bool {
        guard members.removeValue(forKey: id) != nil else { return false }
        if listedSet.remove(id) != nil {
            listed.removeAll { $0 == id }
        } else {
            others.removeAll { $0 == id }
        }
        return true
    }

    /// The contents of the file: an array with one entity per line.
    var text: Data {
        let lines = (listed + others).compactMap { id in
            members[id].flatMap { try? JSON.object($0).jsonText() }
        }
        return Data(
            (lines.isEmpty ? "[]\n" : "[\n  " + lines.joined(separator: ",\n  ") + "\n]\n").utf8
        )
    }
}
