import Foundation

// Assigns identities to entities that are created without a server.
extension EntityWriter {
    /// Creates the entity of a draft, with a new identity if the draft has none.
    ///
    /// Strings and UUIDs are new UUIDs. Integers are negative, counting down from -1; unsigned ones
    /// count down from the maximum.
    func entity(of draft: Entity.Draft) throws -> Entity {
        let members = try entities.members(draft)
        do throws(JSONError) {
            _ = try Overlay(members).entity(Entity.self)
        } catch {
            if error.missingMember == Entity.schema.identityKey { return try identified(members) }
            if error.missingMember != nil { throw lacking(error) }
        }
        return try entities.entity(of: members)
    }

    private func identified(_ members: [String: JSON]) throws -> Entity {
        for _ in 0..<1000 {
            let number = try store.nextNumber(of: entities.collection)
            guard let entity = try entity(members, number) else { break }
            // The identity may already be in use, for example after an import of old data.
            if try store.record(entities.key(entity.id)) == nil { return entity }
        }
        throw entities.error(.invalidRequest, "No identity can be assigned without a server.")
    }

    private func entity(_ members: [String: JSON], _ number: UInt64) throws -> Entity? {
        let greatest = [UInt64.max, UInt64(UInt32.max), UInt64(UInt16.max), UInt64(UInt8.max)]
        let candidates =
            [.string(UUID().uuidString), .number(JSON.Number(-Int64(clamping: number)))]
            + greatest.filter { $0 >= number }.map { JSON.number(JSON.Number($0 - number + 1)) }
        for candidate in candidates {
            let whole = members.merging([Entity.schema.identityKey: candidate]) { $1 }
            do throws(JSONError) {
                return try Overlay(whole).entity(Entity.self)
            } catch {
                // If no key is missing, the identity is of another type than the candidate.
                if error.missingMember != nil { throw lacking(error) }
            }
        }
        return nil
    }

    private func lacking(_ error: JSONError) -> any Error {
        let key = error.missingMember ?? ""
        let message = "The draft lacks '\(key)', which only a server can assign."
        return entities.error(.invalidRequest, message, error)
    }
}

extension StorageWriter {
    /// Returns the next number of a collection, starting at 1.
    func nextNumber(of collection: String) throws(StorageError) -> UInt64 {
        let name = "repogen.identity.\(collection)"
        let last = try value(forKey: name).flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
        let next = (last ?? 0) + 1
        try set(Data("\(next)".utf8), forKey: name)
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
