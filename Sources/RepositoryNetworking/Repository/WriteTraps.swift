import Foundation
import HTTPTypes

// A status of success says that the server has done something; that it was what was asked for shows in
// the answer alone.

extension NetworkingResponse {
    /// Throws where the answer to a creation seems to be another entity, which was there before.
    ///
    /// A server that takes identities from its clients may answer a creation under one that it knows with
    /// what it has, and 200 in the place of 201 (Kinto does).
    ///
    /// - Parameters:
    ///   - sent: What was to be created.
    ///   - request: The request.
    /// - Throws: `RepositoryError` of the kind `.conflict`; also where the body is no object.
    package func checkCreation(
        of sent: [String: JSON],
        by request: NetworkingRequest
    ) throws(RepositoryError) {
        guard status == 200, let key = request.form?.identityKey,
            let id = sent[key]?.identityText,
            let received = try members(for: request), received[key]?.identityText == id
        else { return }
        // What the server leaves out is no other value.
        let isOther = sent.contains { key, value in
            received[key].map { $0 != value } ?? false
        }
        guard isOther else { return }
        var error = RepositoryError(
            .conflict,
            during: request.operation,
            message: """
                The server has an entity with this identity and another content: it was there before, or \
                the server has changed what was sent.
                """
        )
        error.response = self
        throw error
    }
}

extension RepositoryError {
    /// Says that a creation was answered with an entity that was there before.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was asked.
    package init(existing response: NetworkingResponse, to request: NetworkingRequest) {
        self.init(
            .identityMismatch,
            during: request.operation,
            message:
                "The server has answered with an entity that it had before, of another content."
        )
        self.response = response
    }

    /// Says that a server has written another entity than the one that the path names (sandman2 creates
    /// one under an identity of its own where it does not know the given one).
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was asked.
    package init(identityOf response: NetworkingResponse, to request: NetworkingRequest) {
        self.init(
            .identityMismatch,
            during: request.operation,
            message: "The server has written an entity with another identity than the given one."
        )
        self.response = response
    }
}
