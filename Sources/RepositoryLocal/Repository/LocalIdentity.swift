#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Assigns identities to entities that are created without a server.
///
/// Strings and UUIDs are new UUIDs. Integers are negative, counting down from -1; unsigned ones
/// count down from the maximum.
enum LocalIdentity {
    /// Creates the entity of a draft, with a new identity if the draft has none.
    static func entity<Entity: RepositoryValues.Entity>(
        of draft: Entity.Draft,
        in writer: EntityWriter<Entity>
    ) throws -> Entity {
        let entities = writer.entities
        let members = try entities.members(draft)
        guard let lack = missingMember(Entity.self, members) else {
            return try entities.entity(of: members)
        }
        let key = Entity.schema.identityKey
        guard lack.missingMember == key else { throw Self.error(lack, entities) }
        for _ in 0..<maximumAttempts {
            let number = try nextNumber(entities.collection, in: writer.store)
            guard let entity = try entity(Entity.self, members, key, number, entities) else {
                break
            }
            // The identity may already be in use, for example after an import of old data.
            if try writer.store.record(entities.key(entity.id)) == nil { return entity }
        }
        throw entities.error(
            .invalidRequest,
            "No identity can be assigned without a server."
        )
    }

    private static let maximumAttempts = 1000

    /// Returns the error for a key that a draft lacks to be a complete entity; nil for none.
    private static func missingMember<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        _ members: [String: JSON]
    ) -> JSONError? {
        do throws(JSONError) {
            _ = try Overlay(members).entity(type)
            return nil
        } catch {
            return error.missingMember == nil ? nil : error
        }
    }

    private static func error<Entity: RepositoryValues.Entity>(
        _ lack: JSONError,
        _ entities: StoredEntities<Entity>
    ) -> any Error {
        entities.error(
            .invalidRequest,
            "The draft lacks '\(lack.missingMember ?? "")', which only a server can assign.",
            lack
        )
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
                // If no key is missing, the identity is of another type than the candidate.
                if error.missingMember != nil { throw Self.error(error, entities) }
            }
        }
        return nil
    }

    /// Returns the next number of a collection, starting at 1.
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
