import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// Sets a JSON body, and its media type unless there is one.
    ///
    /// - Throws: `RepositoryError` with the code `.invalidRequest` if the value has no JSON form.
    ///
    /// - Parameter body: The body.
    package mutating func setBody(_ body: some JSONEncodable & Sendable) throws(RepositoryError) {
        try setBody(body, as: .json)
    }

    /// Sets a body, and its media type unless there is one.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - media: The format of the body.
    ///   - fields: The form fields or parts that follow those of the body.
    ///   - path: The path in the JSON at which to place it, keys only.
    /// - Throws: `RepositoryError` with the code `.invalidRequest` if it cannot be encoded.
    mutating func setBody<Body>(
        _ body: Body,
        as media: BodyMedia<Body>,
        fields: [BodyPart] = [],
        at path: JSONKeyPath = []
    ) throws(RepositoryError) {
        do {
            if case .file(let mediaType) = media.form, let file = media.file?(body) {
                return try setBody(file, as: mediaType)
            }
            if case .stream(let mediaType) = media.form, let stream = media.stream?(body) {
                source = stream
                head.headerFields[.contentType] = head.headerFields[.contentType] ?? mediaType
                return
            }
            try setBody(try media.bytes(body), as: media.form, fields, at: path)
        } catch let error as RepositoryError {
            throw error
        } catch let problem as MultipartEncoding.Problem {
            throw RepositoryError(
                .invalidRequest,
                during: operation,
                message: problem.message,
                cause: problem.cause
            )
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: operation,
                message: "The body cannot be encoded as JSON: \(error).",
                cause: error
            )
        }
    }

    private mutating func setBody(
        _ bytes: Data,
        as form: BodyForm,
        _ fields: [BodyPart],
        at path: JSONKeyPath
    ) throws {
        let stated = head.headerFields[.contentType]
        let type: String
        switch form {
        case .json(let mediaType):
            type = stated ?? self.form?.mediaType ?? mediaType ?? api.conventions.media.sent
            body = bytes
            nameIdentity()
            // The body of a repository is converted to the format of its service when it is sent.
            let isForm = self.form == nil && type.bareMediaType == FormEncoding.mediaType
            if isForm || !path.components.isEmpty {
                let json = try JSON(jsonData: bytes).wrapped(at: path)
                body = isForm ? FormEncoding.repositories.encode(json) : try json.jsonData()
            }
        case .form(let encoding):
            type = stated ?? FormEncoding.mediaType
            let json = try JSON(jsonData: bytes)
            let problem = encoding.items(json, fields: fields).lazy.compactMap(\.formProblem).first
            if let problem {
                throw RepositoryError(
                    .invalidRequest,
                    during: operation,
                    message: "The field \(problem)"
                )
            }
            body = encoding.encode(json, fields: fields)
        case .multipart:
            let encoding = MultipartEncoding()
            // Only this encoding knows the boundary in the media type.
            type = encoding.mediaType
            let members = try JSON(jsonData: bytes).object ?? [:]
            setBody(try encoding.encode(try BodyPart.parts(of: members) + fields))
        case .plain(let mediaType), .stream(let mediaType):
            type = stated ?? mediaType
            body = bytes
        case .file(let mediaType):
            type = stated ?? mediaType ?? "application/octet-stream"
            body = bytes
        }
        head.headerFields[.contentType] = type
    }

    private mutating func setBody(
        _ file: FileUpload,
        as mediaType: String?
    ) throws(MultipartEncoding.Problem) {
        guard file.hasMediaType else {
            throw MultipartEncoding.Problem(
                message: "The media type of the file is invalid.",
                cause: nil
            )
        }
        guard let fields = file.fields else {
            let message = "A header field of the file is invalid."
            throw MultipartEncoding.Problem(message: message, cause: nil)
        }
        // The header fields of the endpoint take precedence.
        for field in fields where !head.headerFields.contains(field.name) {
            head.headerFields[field.name] = field.value
        }
        do {
            setBody([try file.segment()])
        } catch {
            throw MultipartEncoding.Problem(message: "The file cannot be read.", cause: error)
        }
        if !head.headerFields.contains(.contentType) {
            head.headerFields[.contentType] = mediaType ?? file.mediaType
        }
    }

    /// Sets a body of segments, in memory unless one of them is a file on disk.
    private mutating func setBody(_ segments: [BodySource.Segment]) {
        var whole = Data()
        for segment in segments {
            guard case .data(let data) = segment else {
                source = BodySource(segments)
                return
            }
            whole += data
        }
        body = whole
    }
}

extension NetworkingResponse {
    /// Throws the error for an error status.
    package func check(for request: NetworkingRequest) throws(RepositoryError) {
        guard !isSuccess else {
            return
        }
        let type = request.failures.type(ofStatus: status)
        var error = RepositoryError(status: self, to: request)
        do throws(JSONError) {
            error.failure =
                type == TextFailure.self
                ? try TextResponse(self, at: []).result
                : try type.map { type throws(JSONError) in try type.init(jsonData: body) }
        } catch let cause {
            // A body that is not of the declared type, HTML for example, is still available in the
            // response.
            error.cause = cause
        }
        throw error
    }

    /// Throws if there is no body.
    package func requireBody(for request: NetworkingRequest) throws(RepositoryError) {
        guard isBlank else {
            return
        }
        var error = RepositoryError(
            .emptyResponse,
            during: request.operation,
            message: absence ?? "The response has no body, although one is declared."
        )
        error.response = self
        error.isAmbiguous = !request.isSafe
        throw error
    }

    /// Throws if the response has a media type other than the accepted one.
    ///
    /// - Parameters:
    ///   - accepted: The media type, or a range such as `image/*`.
    ///   - request: The request.
    /// - Throws: `RepositoryError` with the code `.unreadableResponse`.
    func requireMedia(
        _ accepted: String,
        for request: NetworkingRequest
    ) throws(RepositoryError) {
        let wanted = accepted.bareMediaType
        guard let mediaType, mediaType != wanted,
            !(wanted.hasSuffix("/*") && mediaType.hasPrefix(wanted.dropLast()))
        else { return }
        var error = RepositoryError(
            .unreadableResponse,
            during: request.operation,
            message: "The body has the type \(mediaType), but \(accepted) is declared."
        )
        error.response = self
        error.isAmbiguous = !request.isSafe
        throw error
    }

    /// Whether the body is empty or white space.
    var isBlank: Bool {
        body.allSatisfy(\.isJSONWhitespace)
    }

    /// The media type of the body, without parameters; nil if the server sends none.
    package var mediaType: String? {
        let type = head.headerFields[.contentType]?.bareMediaType
        // Limited to valid characters, because it appears in messages.
        let isPlain = type?.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "+")
        }
        return isPlain == true ? type : nil
    }
}

extension RepositoryError {
    /// Creates the error for a body that is not of the declared type.
    package init(
        unreadable response: NetworkingResponse,
        to request: NetworkingRequest,
        _ cause: any Error & CustomStringConvertible
    ) {
        let type = response.mediaType.map { " of type \($0)" } ?? ""
        self.init(
            .unreadableResponse,
            during: request.operation,
            message: "The body\(type) does not match its declaration: \(cause).",
            cause: cause
        )
        self.response = response
        self.isAmbiguous = !request.isSafe
    }
}

extension UInt8 {
    /// Whether this byte is white space between the tokens of JSON.
    var isJSONWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension String {
    /// The media type without parameters, in lower case.
    var bareMediaType: String { String(lowercased().prefix { $0 != ";" && $0 != " " }) }
}
