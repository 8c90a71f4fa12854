#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a response to a write says of the entity, and what is still to be read.
///
/// The entity after a write is what was sent, overlaid with what came back.
struct Completion: Sendable {
    /// The identity of the entity that is to be read; nil where the response says enough.
    let idToRead: String?
    /// Whether nothing is known before it is read: null in a response can also mean that the response leaves the
    /// property out.
    private let isReadNeeded: Bool
    /// Whether the response may tell how the entity was a while ago.
    let isReplay: Bool
    /// The properties of which the response says something.
    let toldKeys: Set<String>
    /// The entity as far as the response tells.
    private let told: Result<RemoteState, RepositoryError>

    /// Reads a response: what its body says of the entity, the identity that it gives beside the body, and the
    /// entity tag.
    init(
        of attempt: WriteAttempt,
        returning members: [String: JSON],
        createdID: String? = nil,
        tag: String?,
        in collection: RemoteCollection
    ) throws(RepositoryError) {
        let schema = collection.schema
        let received = schema.returned(members)
        toldKeys = Set(received.keys)
        let isCreation = attempt.entry.operation == .create
        let known = received[schema.identityKey]?.identityText
        // What a response to a change gives beside its body may be the address of something else.
        let createdID = isCreation ? createdID : nil
        let sentID = isCreation ? nil : attempt.entry.key.id
        let draft = try collection.drafted(attempt.sent)
        let isDoubtful = !schema.doubtful(in: received, over: draft).isEmpty
        // Under its key, a creation is answered as the first time, whatever has happened since.
        isReplay = isCreation && (attempt.isRepeated || attempt.isExported)
        isReadNeeded = isDoubtful && (known ?? sentID) != nil
        // What the server has added is to be read.
        let saysLittle = known == nil && (received.isEmpty || isCreation)
        idToRead = isDoubtful || saysLittle || isReplay ? known ?? createdID ?? sentID : nil
        var candidates = [attempt.sent.merging(received) { _, new in new }]
        if isCreation, received[schema.identityKey] == nil, collection.creationCheck != .identity {
            guard let createdID else {
                told = .failure(
                    RepositoryError(
                        .unreadableResponse,
                        during: attempt.request.operation,
                        message: "The server does not say the identity of what it has created."
                    )
                )
                return
            }
            let identities =
                [JSON.string(createdID)] + (JSON.Number(createdID).map { [.number($0)] } ?? [])
            candidates = identities.map { identity in
                candidates[0].merging([schema.identityKey: identity]) { _, new in new }
            }
        }
        told = Self.state(
            candidates,
            tag: tag,
            during: attempt.request.operation,
            in: collection
        )
    }

    /// The entity after the write, with what reading it has given where it was read.
    func state(
        reading read: Result<RemoteState?, RepositoryError>? = nil
    ) throws(RepositoryError) -> RemoteState {
        switch read {
        case .success(let state?): return state
        // Where single entities cannot be read, the response is all that there will be.
        case .failure(let error) where isReadNeeded && ![405, 501].contains(error.status):
            throw error
        case .failure(let error) where isReplay && error.mayPass: throw error
        case nil, .failure, .success(nil): return try told.get()
        }
    }

    /// The first of some candidates that is an entity.
    private static func state(
        _ candidates: [[String: JSON]],
        tag: String?,
        during operation: String,
        in collection: RemoteCollection
    ) -> Result<RemoteState, RepositoryError> {
        var failure: JSONError?
        for candidate in candidates {
            do throws(JSONError) {
                let members = try collection.normalized(candidate)
                // A tag would guard what is not known.
                let isWhole = collection.schema.unreturned.allSatisfy {
                    members[$0] ?? .null != .null
                }
                return .success(RemoteState(members: members, tag: isWhole ? tag : nil))
            } catch {
                failure = failure ?? error
            }
        }
        let error = RepositoryError(
            .unreadableResponse,
            during: operation,
            message: "The answer is no entity: \(failure.map { "\($0)" } ?? "nothing").",
            cause: failure
        )
        return .failure(error)
    }
}

extension RepositoryError {
    /// Whether the same request may be answered otherwise later.
    fileprivate var mayPass: Bool {
        guard let status else { return true }
        return [401, 407, 408, 425, 429].contains(status) || status >= 500 && status != 501
    }
}

extension WriteAttempt {
    /// Whether all that a change was to change is as it was, though the server has answered with success.
    ///
    /// A service may keep a value in another form, or only some of them; but what is as it was before the
    /// change would be lost here if that counted as its outcome. A response that says all the rest of the entity,
    /// and nothing of a changed property, says that it has no value; of what others leave out they say nothing.
    func isIgnored(
        in state: RemoteState,
        _ collection: RemoteCollection,
        saying keys: Set<String>? = nil
    ) throws(RepositoryError) -> Bool {
        guard entry.operation != .create, let base else { return false }
        // What a client may not write is no part of it.
        let known = try Set(collection.drafted(sent).keys).union(collection.drafted(base).keys)
        let changes = DocumentMembers.difference(from: base, to: sent)
            .filter { known.contains($0.key) }
        func isTold(_ key: String) -> Bool { keys?.contains(key) ?? true }
        let isWhole = base.allSatisfy { isTold($0.key) || $0.value == .null }
        // What the service would keep as it was tells nothing, such as a space at the end of a text.
        let judged = changes.filter { key, value in
            (isWhole || isTold(key)) && !value.isKept(as: base[key] ?? .null)
        }
        return !judged.isEmpty
            && judged.keys.allSatisfy { key in
                let kept = isTold(key) ? state.members[key] ?? .null : .null
                return kept == base[key] ?? .null
            }
    }

    /// What a server has done in the place of what it was asked for; nil where nothing tells.
    func trap(
        in response: NetworkingResponse,
        _ collection: RemoteCollection
    ) -> RepositoryError? {
        let key = collection.schema.identityKey
        do throws(RepositoryError) {
            if entry.operation == .create {
                try response.checkCreation(of: collection.drafted(sent), by: request)
            } else if request.form?.operation == .update,
                let received = try response.members(for: request),
                // In the one form that it has here.
                let written = try? collection.normalized(sent.merging(received) { $1 }),
                let id = written[key]?.identityText, id != entry.key.id
            {
                return RepositoryError(identityOf: response, to: request)
            }
        } catch {
            return error.code == .conflict ? error : nil
        }
        return nil
    }

    /// What a response may be about in the place of the created entity; nil where it can be about nothing else.
    func existingEntity(in response: NetworkingResponse) -> ExistingEntity? {
        guard entry.operation == .create, !isRepeated, !response.followsAmbiguousAttempt,
            let received = try? response.members(for: request)
        else { return nil }
        let error = RepositoryError(existing: response, to: request)
        return ExistingEntity(received: received, error: error)
    }
}
