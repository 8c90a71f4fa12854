#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Gives entities an identity that are created where no server does.
///
/// Text and UUIDs are new UUIDs. Integers are negative, from -1 downwards; where there are no negative
/// ones, the greatest, downwards.
enum LocalIdentity {
    /// Makes the entity of a draft, with a new identity where the draft has none.
    static func entity<Entity: RepositoryValues.Entity>(
        of draft: Entity.Draft,
        _ entities: StoredEntities<Entity>,
        in store: any StorageWriter
    ) throws -> Entity {
        let members = try entities.members(draft)
        guard let key = try missingKey(Entity.self, members, entities) else {
            return try entities.entity(of: members)
        }
        for _ in 0..<maximumAttempts {
            let number = try nextNumber(entities.collection, in: store)
            guard let entity = try entity(Entity.self, members, key, number, entities) else {
                break
            }
            // Someone else may have given it, as an importer of old data.
            if try store.record(entities.key(entity.id)) == nil { return entity }
        }
        throw entities.error(
            .invalidRequest,
            "There is no identity that could be given without a server."
        )
    }

    private static let maximumAttempts = 1000

    /// The key that a draft lacks to be an entity; nil where it lacks none.
    private static func missingKey<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        _ members: [String: JSON],
        _ entities: StoredEntities<Entity>
    ) throws -> String? {
        do throws(JSONError) {
            _ = try Overlay(members).entity(type)
            return nil
        } catch {
            guard let key = error.missingMember else { return nil }
            return key
        }
    }

    private static func entity<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        _ members: [String: JSON],
        _ key: String,
        _ number: UInt64,
        _ entities: StoredEntities<Entity>
    ) throws -> Entity? {
        let greatest = [UInt64.max, UInt64(UInt32.max), UInt64(UInt16.max), UInt64(UInt8.max)]
        let candidates =
            [.string(UUID().uuidString), .number(JSON.Number(-Int64(clamping: number)))]
            + greatest.filter { $0 >= number }.map { JSON.number(JSON.Number($0 - number + 1)) }
        for candidate in candidates {
            do throws(JSONError) {
                return try Overlay(members.merging([key: candidate]) { $1 }).entity(type)
            } catch {
                // Otherwise the candidate is of another kind than the identity.
                guard let other = error.missingMember else { continue }
                throw entities.error(
                    .invalidRequest,
                    "The draft lacks '\(other)', which only a server can give.",
                    error
                )
            }
        }
        return nil
    }

    /// Counts from 1, for each collection.
    static func nextNumber(
        _ collection: String,
        in store: any StorageWriter
    ) throws(StorageError) -> UInt64 {
        let name = "repogen.identity.\(collection)"
        let last = try store.value(forKey: name).flatMap {
            UInt64(String(decoding: $0, as: UTF8.self))
        }
        let next = (last ?? 0) + 1
        try store.set(Data("\(next)".utf8), forKey: name)
        return next
    }
}

extension JSONError {
    /// The key that the outermost object lacks; nil for any other error.
    fileprivate var missingMember: String? {
        guard code == .missingKey, keyPath.components.count == 1,
            case .key(let key)? = keyPath.components.first
        else { return nil }
        return key
    }
}
