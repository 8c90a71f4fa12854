package import Foundation
import HTTPTypes

// A success status means that the server has done something; only the response shows whether it was
// what was requested.

extension NetworkingResponse {
    /// Whether a success has an HTML page as its body, as from a captive portal that responds in
    /// place of the service.
    package var isPage: Bool { isSuccess && isPage(beginningWith: body) }

    /// Returns whether the body is an HTML page, possibly without a type.
    ///
    /// The type alone does not show that: a service in PHP declares any text as HTML by default.
    ///
    /// - Parameter bytes: The first bytes of the body.
    /// - Returns: Whether they are markup.
    package func isPage(beginningWith bytes: Data) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes
        let first = text.first { !$0.isJSONWhitespace }
        return (mediaType?.isHTML ?? true) && first == UInt8(ascii: "<")
    }

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

    /// Returns the response to a creation, without the body if a server that has only accepted the
    /// creation (202) describes a job in it.
    ///
    /// A job has an identity, too, so the body counts as the entity only if it has a value that was
    /// sent.
    ///
    /// - Parameters:
    ///   - sent: The properties sent.
    ///   - request: The request.
    /// - Returns: The response.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse` if the identity of the entity
    ///   was neither sent nor is it in `Location`: the outcome is unknown.
    package func asCreation(
        of sent: [String: JSON],
        by request: NetworkingRequest
    ) throws(RepositoryError) -> NetworkingResponse {
        guard status == 202 else { return self }
        if let received = try members(for: request), isEntity(received, as: sent, request) {
            return self
        }
        let key = request.form?.identityKey ?? "id"
        if sent[key]?.identityText != nil || createdID(by: request) != nil {
            var response = self
            response.body = Data()
            return response
        }
        var error = RepositoryError(
            .unreadableResponse,
            during: request.operation,
            message: "The server has accepted the creation (202), but not returned the entity."
        )
        error.response = self
        error.isAmbiguous = true
        throw error
    }

    /// Returns whether properties that a server has returned after accepting a creation (202) are
    /// those of the entity.
    ///
    /// - Parameters:
    ///   - received: The properties.
    ///   - sent: The properties sent.
    ///   - request: The request.
    /// - Returns: Whether they have a value that was sent, and no other identity.
    package func isEntity(
        _ received: [String: JSON],
        as sent: [String: JSON],
        _ request: NetworkingRequest
    ) -> Bool {
        let key = request.form?.identityKey ?? "id"
        let known = sent[key]?.identityText ?? createdID(by: request)
        if let known, let id = received[key]?.identityText, id != known { return false }
        // The service may store some values in another form.
        return sent.contains { member, value in
            member != key && !value.isKept(as: .null)
                && value.isKept(as: received[member] ?? .null)
        }
    }
}

extension RepositoryError {
    /// Creates the error for an HTML page in place of a response; see ``NetworkingResponse/isPage``.
    ///
    /// - Parameters:
    ///   - page: The response with the page.
    ///   - request: The request.
    package init(page: NetworkingResponse, to request: NetworkingRequest) {
        self.init(
            .unreadableResponse,
            during: request.operation,
            message: "The response is an HTML page, which may not be from the service."
        )
        response = page
        isAmbiguous = !request.isSafe
    }

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

extension String {
    /// Whether this media type is that of HTML pages; parameters are ignored.
    package var isHTML: Bool { ["text/html", "application/xhtml+xml"].contains(bareMediaType) }

    /// Whether a file of this media type, or range of them, may begin with `<`.
    package var mayBeMarkup: Bool {
        let type = bareMediaType
        return isHTML || type.hasSuffix("xml")
            || ["application/octet-stream", "text/*", "*/*"].contains(type)
    }
}
