import Foundation
import HTTPTypes

/// The result of a write: the sent properties, overlaid with those of the response.
///
/// Servers respond to a write with the whole entity, with the changed fields, or with nothing, and
/// return a new identity in the body or only in `Location`.
package struct Overlay: Sendable {
    private var members: [String: JSON]

    /// Starts with the sent properties.
    package init(_ sent: [String: JSON]) {
        self.members = sent
    }

    /// Overlays the response to a write, property by property.
    ///
    /// - Throws: `RepositoryError` if there is a body that is not a JSON object.
    mutating func put(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        _ schema: EntitySchema
    ) throws(RepositoryError) {
        put(schema.returned(try response.members(for: request) ?? [:]))
    }

    /// Overlays properties.
    package mutating func put(_ received: [String: JSON]) {
        members.merge(received) { _, new in new }
    }

    /// Decodes the entity.
    package func entity<Entity: JSONDecodable>(_ type: Entity.Type) throws(JSONError) -> Entity {
        try Entity(jsonData: try JSON.object(members).jsonData())
    }

    /// Decodes the entity with an identity known only as a string, whatever its key.
    ///
    /// The key is the missing one; the identity of the entity shows whether that was right.
    func entity<Value: Entity>(_ type: Value.Type, id: String, lacking key: String) -> Value? {
        let candidates: [JSON] = [.string(id)] + (JSON.Number(id).map { [.number($0)] } ?? [])
        for candidate in candidates {
            var completed = self
            completed.members[key] = candidate
            if let entity = try? completed.entity(type), entity.id.pathComponent == id {
                return entity
            }
        }
        return nil
    }
}

extension JSONEncodable {
    /// Returns this value as the properties of a JSON object; empty for any other value.
    func members(for request: NetworkingRequest) throws(RepositoryError) -> [String: JSON] {
        do {
            return try JSON(jsonData: try jsonData()).object ?? [:]
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The entity cannot be encoded as JSON: \(error).",
                cause: error
            )
        }
    }
}

extension NetworkingResponse {
    /// Returns the properties of the body; nil if there is no body.
    ///
    /// - Throws: `RepositoryError` if the body is not a JSON object, for example HTML.
    package func members(for request: NetworkingRequest) throws(RepositoryError) -> [String: JSON]?
    {
        guard !isBlank else {
            return nil
        }
        do {
            return try [String: JSON](jsonData: body)
        } catch {
            throw RepositoryError(unreadable: self, to: request, error)
        }
    }
}
