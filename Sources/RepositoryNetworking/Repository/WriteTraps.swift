import Foundation
import HTTPTypes

// A success status means that the server has done something; only the response shows whether it was
// what was requested.

extension NetworkingResponse {
    /// Throws if the response to a creation seems to be another entity that existed before.
    ///
    /// A server that takes identities from clients may respond to a creation with the existing
    /// entity, and 200 instead of 201 (Kinto does).
    ///
    /// - Parameters:
    ///   - sent: The properties sent.
    ///   - request: The request.
    /// - Throws: `RepositoryError` with the code `.conflict`; also if the body is not an object.
    package func checkCreation(
        of sent: [String: JSON],
        by request: NetworkingRequest
    ) throws(RepositoryError) {
        guard status == 200, let key = request.form?.identityKey,
            let id = sent[key]?.identityText,
            let received = try members(for: request), received[key]?.identityText == id
        else { return }
        // A value that the server leaves out is not a different value.
        let isOther = sent.contains { key, value in
            received[key].map { $0 != value } ?? false
        }
        guard isOther else { return }
        var error = RepositoryError(
            .conflict,
            during: request.operation,
            message: """
                The server has an entity with this identity and different content: it existed \
                before, or the server has changed the sent values.
                """
        )
        error.response = self
        throw error
    }

    /// Throws if the server has only accepted a creation (202), and its response is neither the
    /// entity nor the URL of the entity.
    ///
    /// The body may be that of a job, which has an identity, too. Without a body, an identity that
    /// was sent is that of the entity.
    ///
    /// - Parameters:
    ///   - sent: The properties sent.
    ///   - keys: The keys of the properties that responses to writes omit.
    ///   - request: The request.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse`: the outcome is unknown.
    package func requireCreation(
        of sent: [String: JSON],
        besides keys: Set<String> = [],
        by request: NetworkingRequest
    ) throws(RepositoryError) {
        guard status == 202 else { return }
        let received = try members(for: request) ?? [:]
        let key = request.form?.identityKey ?? "id"
        let isKnown = sent[key]?.identityText != nil || createdID(by: request) != nil
        if received.isEmpty, isKnown { return }
        let expected = sent.filter { !keys.contains($0.key) && !$0.value.isKept(as: .null) }
        let isWhole = expected.keys.allSatisfy { received[$0] ?? .null != .null }
        // The service may store some values in another form.
        let isSame = expected.contains { $0.value.isKept(as: received[$0.key] ?? .null) }
        guard received.isEmpty || !isWhole || !isSame && !expected.isEmpty else { return }
        var error = RepositoryError(
            .unreadableResponse,
            during: request.operation,
            message: "The server has accepted the creation (202), but not returned the entity."
        )
        error.response = self
        error.isAmbiguous = true
        throw error
    }
}

extension RepositoryError {
    /// Creates the error for a creation whose response is an entity that existed before.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    package init(existing response: NetworkingResponse, to request: NetworkingRequest) {
        self.init(
            .identityMismatch,
            during: request.operation,
            message:
                "The server returned an existing entity with different content."
        )
        self.response = response
    }

    /// Creates the error for a write to another entity than the one in the path (sandman2 creates
    /// one with a new identity if it does not know the given one).
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    package init(identityOf response: NetworkingResponse, to request: NetworkingRequest) {
        self.init(
            .identityMismatch,
            during: request.operation,
            message: "The server has written an entity with a different identity."
        )
        self.response = response
    }
}
