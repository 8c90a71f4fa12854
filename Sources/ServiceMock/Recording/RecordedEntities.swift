import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The entities of one collection that a recording has seen, each as it was last.
struct RecordedEntities: Sendable {
    /// How many are kept: the file is written anew with each change.
    static let maximumCount = 10_000

    /// The identities in the order of listings, and behind them those that no listing had.
    private var listed: [String] = []
    private var others: [String] = []
    private var listedSet: Set<String> = []
    private var members: [String: [String: JSON]] = [:]

    /// Begins with entities that a folder has.
    init(_ entities: [[String: JSON]], identityKey: String) {
        for entity in entities {
            guard let id = entity[identityKey]?.identityText else { continue }
            set(entity, for: id, isListed: false)
        }
    }

    /// The members of an entity; nil where there is none.
    subscript(_ id: String) -> [String: JSON]? { members[id] }

    /// Whether there is room for an entity.
    func hasRoom(for id: String) -> Bool { members[id] != nil || members.count < Self.maximumCount }

    /// Keeps the members of an entity.
    ///
    /// - Parameters:
    ///   - entity: The members.
    ///   - id: The identity.
    ///   - isListed: Whether they are of a listing, whose order counts.
    /// - Returns: Whether the file is another one by that.
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

    /// Forgets an entity; whether there was one.
    mutating func remove(_ id: String) -> Bool {
        guard members.removeValue(forKey: id) != nil else { return false }
        if listedSet.remove(id) != nil {
            listed.removeAll { $0 == id }
        } else {
            others.removeAll { $0 == id }
        }
        return true
    }

    /// The text of the file: an array with an entity on each line.
    var text: Data {
        let lines = (listed + others).compactMap { id in
            members[id].flatMap { try? JSON.object($0).jsonText() }
        }
        return Data(
            (lines.isEmpty ? "[]\n" : "[\n  " + lines.joined(separator: ",\n  ") + "\n]\n").utf8
        )
    }
}
