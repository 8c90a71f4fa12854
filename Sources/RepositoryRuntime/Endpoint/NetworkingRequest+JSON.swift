import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// Sets a body in JSON, and its type unless there is one.
    ///
    /// - Throws: `RepositoryError` of the kind `.invalidRequest` for what JSON cannot say.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - path: Where it stands in what is sent, keys only.
    mutating func setBody(
        _ body: some JSONEncodable,
        at path: JSONKeyPath = []
    ) throws(RepositoryError) {
        let type = head.headerFields[.contentType] ?? form?.mediaType ?? api.conventions.media.sent
        do {
            var data = try body.jsonData()
            // A repository's body gets the form of its service when it is sent.
            let isForm = form == nil && type == FormEncoding.mediaType
            if isForm || !path.components.isEmpty {
                let json = try JSON(jsonData: data).wrapped(at: path)
                data = isForm ? FormEncoding.encode(json) : try json.jsonData()
            }
            self.body = data
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: operation,
                message: "The body cannot be written as JSON: \(error).",
                cause: error
            )
        }
        head.headerFields[.contentType] = type
    }
}

extension NetworkingResponse {
    /// Throws what a status that is no success means.
    func check(
        for request: NetworkingRequest,
        failures: [Int: any ResponseBody.Type] = [:]
    ) throws(RepositoryError) {
        guard !isSuccess else {
            return
        }
        // What does not read as declared, HTML for one, is still in the body of the response.
        let failure: (any Sendable)? = failures[status].flatMap { try? $0.init(jsonData: body) }
        throw RepositoryError(status: self, to: request, failure: failure)
    }

    /// Throws where there is no body.
    func requireBody(for request: NetworkingRequest) throws(RepositoryError) {
        guard isBlank else {
            return
        }
        var error = RepositoryError(
            .emptyResponse,
            during: request.operation,
            message: absence ?? "The server answered without a body, where one is declared."
        )
        error.response = self
        error.isAmbiguous = !request.isSafe
        throw error
    }

    /// Whether the body is empty, or nothing but space.
    var isBlank: Bool {
        body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// The media type of the body, without parameters; nil where the server does not say.
    var mediaType: String? {
        let type = head.headerFields[.contentType]?.lowercased().prefix { $0 != ";" && $0 != " " }
        // It stands in messages, so it must be nothing but a media type.
        let isPlain = type?.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "+")
        }
        return isPlain == true ? type.map(String.init) : nil
    }
}

extension RepositoryError {
    /// Says that a body is not what was declared.
    init(
        unreadable response: NetworkingResponse,
        to request: NetworkingRequest,
        _ cause: any Error & CustomStringConvertible
    ) {
        let type = response.mediaType.map { " of type \($0)" } ?? ""
        self.init(
            .unreadableResponse,
            during: request.operation,
            message: "The body\(type) is not what is declared: \(cause).",
            cause: cause
        )
        self.response = response
        self.isAmbiguous = !request.isSafe
    }
}
