import Foundation

/// The entity after a write, with the parts that the response contains, and what must still be
/// fetched.
///
/// The entity is the content sent, overlaid with the properties in the response.
struct Completion: Sendable {
    /// The identity of the entity to fetch; nil if the response is sufficient.
    let idToRead: String?
    /// Whether the entity must be fetched, because null in the response may also mean that the
    /// property was omitted.
    private let isReadNeeded: Bool
    /// Whether the response may contain an outdated state.
    let isReplay: Bool
    /// The keys of the properties in the response.
    let toldKeys: Set<String>
    /// The entity according to the response.
    private let told: Result<RemoteState, RepositoryError>

    /// Decodes a response: the properties in its body, the identity given outside the body, and the
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
        // The response to a change may contain a URL of something else.
        let createdID = isCreation ? createdID : nil
        let sentID = isCreation ? nil : attempt.entry.key.id
        let draft = try collection.drafted(attempt.sent)
        let isDoubtful = !schema.doubtful(in: received, over: draft).isEmpty
        // Under its idempotency key, a creation gets the original response, regardless of later
        // changes.
        isReplay = isCreation && (attempt.isRepeated || attempt.isExported)
        isReadNeeded = isDoubtful && (known ?? sentID) != nil
        // Fetch the values added by the server.
        let saysLittle = known == nil && (received.isEmpty || isCreation)
        idToRead = isDoubtful || saysLittle || isReplay ? known ?? createdID ?? sentID : nil
        var candidates = [attempt.sent.merging(received) { _, new in new }]
        if isCreation, received[schema.identityKey] == nil, collection.creationCheck != .identity {
            guard let createdID else {
                told = .failure(
                    RepositoryError(
                        .unreadableResponse,
                        during: attempt.request.operation,
                        message: "The response lacks the identity of the created entity."
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

    /// Returns the entity after the write, as fetched if a request was made.
    func state(
        reading read: Result<RemoteState?, RepositoryError>? = nil
    ) throws(RepositoryError) -> RemoteState {
        switch read {
        case .success(let state?): return state
        // If the service does not support fetching single entities, the response must suffice.
        case .failure(let error) where isReadNeeded && ![405, 501].contains(error.status):
            throw error
        case .failure(let error) where isReplay && error.mayPass: throw error
        case nil, .failure, .success(nil): return try told.get()
        }
    }

    /// Returns the first of some candidates that forms an entity.
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
                // The tag would protect unknown values.
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
            message: "The response is not a valid entity: \(failure.map { "\($0)" } ?? "nothing").",
            cause: failure
        )
        return .failure(error)
    }
}

extension RepositoryError {
    /// Whether the same request may succeed later.
    fileprivate var mayPass: Bool {
        guard let status else { return true }
        return [401, 407, 408, 425, 429].contains(status) || status >= 500 && status != 501
    }
}

extension WriteAttempt {
    /// Whether none of the changes took effect although the server reported success.
    ///
    /// A service may store values in another form, or only some of them. But if all changed
    /// properties have their previous values, accepting that as the outcome would lose the local
    /// change. If the response contains all other properties, a missing changed one has no value;
    /// if not, missing properties prove nothing.
    func isIgnored(
        in state: RemoteState,
        _ collection: RemoteCollection,
        saying keys: Set<String>? = nil
    ) throws(RepositoryError) -> Bool {
        guard entry.operation != .create, let base else { return false }
        // Properties that a client may not write do not count.
        let known = try Set(collection.drafted(sent).keys).union(collection.drafted(base).keys)
        let changes = DocumentMembers.difference(from: base, to: sent)
            .filter { known.contains($0.key) }
        func isTold(_ key: String) -> Bool { keys?.contains(key) ?? true }
        let isWhole = base.allSatisfy { isTold($0.key) || $0.value == .null }
        // Changes that the service would normalize away prove nothing, for example a space at the
        // end of a string.
        let judged = changes.filter { key, value in
            (isWhole || isTold(key)) && !value.isKept(as: base[key] ?? .null)
        }
        return !judged.isEmpty
            && judged.keys.allSatisfy { key in
                let kept = isTold(key) ? state.members[key] ?? .null : .null
                return kept == base[key] ?? .null
            }
    }

    /// Returns the result of a write, as the entity that was read afterwards shows; nil if the
    /// server has not carried it out.
    func result(
        reading read: Result<RemoteState?, RepositoryError>,
        _ collection: RemoteCollection
    ) -> Result<RemoteState?, RepositoryError>? {
        do throws(RepositoryError) {
            let state = try read.get()
            guard entry.operation != .delete else { return state == nil ? .success(nil) : nil }
            guard let state, try !isIgnored(in: state, collection) else { return nil }
            return .success(state)
        } catch {
            // A captive portal responds to a read with a page, too. Without one, the service cannot
            // be read, and its response to the deletion counts.
            let isDeleted =
                entry.operation == .delete && error.response?.isPage != true
                && !Verdict(reading: error).isTemporary
            return isDeleted ? .success(nil) : .failure(error)
        }
    }

    /// Returns the error if a server has done something other than requested; nil if there is no
    /// sign of that.
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
                // In canonical form.
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

    /// Returns the existing entity that a response may contain instead of the created one; nil if
    /// that is impossible.
    func existingEntity(in response: NetworkingResponse) -> ExistingEntity? {
        guard entry.operation == .create, !isRepeated, !response.followsAmbiguousAttempt,
            let received = try? response.members(for: request)
        else { return nil }
        let error = RepositoryError(existing: response, to: request)
        return ExistingEntity(received: received, error: error)
    }
}
