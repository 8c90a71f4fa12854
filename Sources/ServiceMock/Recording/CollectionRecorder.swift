import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Takes the entities of a collection out of responses.
struct CollectionRecorder {
    let model: ServiceModel
    let collection: ServiceCollection
    let seed: UInt64
    /// What becomes of the response.
    private(set) var note = RecordingNote()

    init(_ model: ServiceModel, _ collection: ServiceCollection, seed: UInt64) {
        self.model = model
        self.collection = collection
        self.seed = seed
    }

    private var entity: CheckedEntity { collection.entity }
    private var conventions: Conventions { collection.conventions }

    /// Takes over what a response says.
    ///
    /// - Parameters:
    ///   - response: The response, which is whole.
    ///   - operation: What was asked for.
    ///   - id: The identity in the request.
    ///   - entities: What is known of the collection.
    /// - Returns: Whether anything of it is another now.
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
            note.leave(["no JSON: \(error)"])
            return false
        }
        let isList = operation == .list || operation == .createAll
        let path = isList ? conventions.envelope.list : conventions.envelope.one
        guard let found = whole.value(at: path), !isList || found.array != nil else {
            note.leave(["there is no \(isList ? "array" : "value") at '\(path)'"])
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
                problems.append("there are \(RecordedEntities.maximumCount) entities already")
                break
            }
            let name = "\(entity.head.name) \(id)"
            let type = CheckedType.entity(entity.head.name)
            let cleaned = removal.cleaned(plain, as: type, of: name, at: place)
            let merged = completed(cleaned.object ?? [:], over: entities[id] ?? [:])
            // What takes the place of a secret need not fit everywhere.
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

    /// The members of an entity, with those that are known and that listings and responses to writes leave out.
    private func completed(
        _ new: [String: JSON],
        over old: [String: JSON]
    ) -> [String: JSON] {
        let left = entity.properties.filter { !$0.isListed || !$0.isReturned }.map(\.key)
        return new.merging(old.filter { left.contains($0.key) }) { new, _ in new }
    }

    /// What in an entity is not as the schema has it.
    private func findings(in json: JSON, at path: JSONKeyPath) -> [String] {
        JSONCheck(model).misfits(in: json, as: .entity(entity.head.name), at: path)
    }
}
