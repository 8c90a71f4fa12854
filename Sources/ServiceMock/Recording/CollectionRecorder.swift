import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Extracts the entities of a collection from responses.
struct CollectionRecorder {
    let model: ServiceModel
    let collection: ServiceCollection
    let seed: UInt64
    /// The notes about the response.
    private(set) var note = RecordingNote()

    init(_ model: ServiceModel, _ collection: ServiceCollection, seed: UInt64) {
        self.model = model
        self.collection = collection
        self.seed = seed
    }

    private var entity: CheckedEntity { collection.entity }
    private var conventions: Conventions { collection.conventions }

    /// Records the entities of a response.
    ///
    /// - Parameters:
    ///   - response: The complete response.
    ///   - operation: The operation.
    ///   - id: The identity in the request.
    ///   - entities: The known entities of the collection.
    /// - Returns: Whether any of them changed.
    mutating func record(
        _ response: RecordedResponse,
        _ operation: ServiceOperation,
        _ id: String?,
        in entities: inout RecordedEntities
    ) -> Bool {
        guard operation != .delete else { return id.map { entities.remove($0) } ?? false }
        guard !response.body.isEmpty else { return false }
        guard !SecretRemoval.isSecret(entity.identity, isIdentity: true) else {
            note.leave(["the identity of \(entity.head.name) is a secret"])
            return false
        }
        let whole: JSON
        do {
            whole = try JSON(jsonData: response.body)
        } catch {
            note.leave(["not JSON: \(error)"])
            return false
        }
        let isList = operation == .list || operation == .createAll
        let path = isList ? conventions.envelope.list : conventions.envelope.one
        guard let found = whole.value(at: path), !isList || found.array != nil else {
            note.leave(["no \(isList ? "array" : "value") at '\(path)'"])
            return false
        }
        let all = isList ? found.array ?? [] : [found]
        var removal = SecretRemoval(model, seed: seed, without: SentCredentials(response.request))
        var problems: [String] = []
        var hasChanged = false
        for (index, json) in all.enumerated() {
            let place = isList ? path.appending(.index(index)) : path
            let key = entity.identity.key
            let plain = conventions.resource?.members(of: json, identityKey: key) ?? json
            if let tombstone = conventions.tombstone, tombstone.marks(plain),
                let id = plain[key]?.identityText
            {
                hasChanged = entities.remove(id) || hasChanged
                continue
            }
            let found = findings(in: plain, at: place)
            guard found.isEmpty, let id = plain[key]?.identityText, !id.isEmpty else {
                problems += found
                continue
            }
            guard entities.hasRoom(for: id) else {
                problems.append("the limit of \(RecordedEntities.maximumCount) entities is reached")
                break
            }
            let name = "\(entity.head.name) \(id)"
            let type = CheckedType.entity(entity.head.name)
            let cleaned = removal.cleaned(plain, as: type, of: name, at: place)
            let merged = completed(cleaned.object ?? [:], over: entities[id] ?? [:])
            // A replacement of a secret may not match everywhere.
            let left = findings(in: .object(merged), at: place)
            guard left.isEmpty, merged[key] == plain[key] else {
                problems += left.isEmpty ? ["\(place): the identity is a secret"] : left
                continue
            }
            let isNews = entities.set(merged, for: id, isListed: operation == .list)
            hasChanged = isNews || hasChanged
        }
        note.remove(removal.places)
        note.leave(problems)
        return hasChanged
    }

    /// The properties of an entity, including known ones that listings and responses to writes
    /// omit.
    private func completed(
        _ new: [String: JSON],
        over old: [String: JSON]
    ) -> [String: JSON] {
        let left = entity.properties.filter { !$0.isListed || !$0.isReturned }.map(\.key)
        return new.merging(old.filter { left.contains($0.key) }) { new, _ in new }
    }

    /// The mismatches of an entity with the schema.
    private func findings(in json: JSON, at path: JSONKeyPath) -> [String] {
        JSONCheck(model).misfits(in: json, as: .entity(entity.head.name), at: path)
    }
}
