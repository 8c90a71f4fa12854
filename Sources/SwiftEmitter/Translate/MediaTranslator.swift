import SchemaLanguage

/// Translates how the bodies of endpoints are encoded and decoded.
struct MediaTranslator: Sendable {
    let types: TypeTranslator

    /// The type of a file to send.
    var fileType: String { types.names.foreign("FileUpload") }

    /// The type of a body to send.
    func bodyType(_ body: CheckedType, _ media: CheckedMedia) -> String {
        switch media.form {
        case .file: fileType
        case .chunks, .jsonLines, .jsonSequence: of("RequestStream", body)
        case .json, .form, .multipart, .text, .bytes, .events: types.type(body)
        }
    }

    /// The encoding of the body; nil for JSON with the media type of the API.
    func bodyMedia(of endpoint: CheckedEndpoint) -> String? {
        let media = endpoint.bodyMedia
        let mediaType = media.mediaType.map { "(as: \(StringLiteral.literal($0)))" } ?? ""
        let form: String
        switch media.form {
        case .json where mediaType.isEmpty: return nil
        case .json, .text, .bytes, .file, .chunks: form = media.form.rawValue + mediaType
        // A function, for elements of any type.
        case .jsonLines, .jsonSequence:
            form = media.form.rawValue + (mediaType.isEmpty ? "()" : mediaType)
        case .multipart: form = "multipart"
        // This form is never sent.
        case .events: return nil
        case .form:
            let plain = CheckedMedia.json
            let arguments = [
                media.arrays == plain.arrays ? nil : "arrays: .\(media.arrays.rawValue)",
                media.objects == plain.objects ? nil : "objects: .\(media.objects.rawValue)",
            ].compactMap(\.self)
            form = "form(\(arguments.joined(separator: ", ")))"
        }
        let body =
            endpoint.body.map { bodyType($0, media) } ?? types.names.foreign("EmptyBody")
        return "\(types.names.foreign("BodyMedia"))<\(body)>.\(form)"
    }

    /// The type of the response; nil if the endpoint declares it itself.
    func response(of endpoint: CheckedEndpoint) -> String? {
        switch (endpoint.responseMedia.form, endpoint.response) {
        case (.text, _): types.names.foreign("TextResponse")
        case (.bytes, _): types.names.foreign("BytesResponse")
        case (.file, _): types.names.foreign("DownloadResponse")
        case (.chunks, _): types.names.foreign("ChunksResponse")
        case (.events, .single(.primitive(.string))): types.names.foreign("TextEventsResponse")
        case (.events, .single(let type)): of("EventsResponse", type)
        case (.jsonLines, .single(let type)): of("JSONLinesResponse", type)
        case (.jsonSequence, .single(let type)): of("JSONSequenceResponse", type)
        case (.form, .single(let type)): of("FormResponse", type)
        case (_, let response): self.response(response)
        }
    }

    /// The type that decodes the response with one of several statuses; nil if there is no body.
    func response(of outcome: CheckedEndpoint.Outcome) -> String? {
        outcome.type.map { type in
            switch outcome.media.form {
            case .text: types.names.foreign("TextResponse")
            case .bytes: types.names.foreign("BytesResponse")
            case .form: of("FormResponse", type)
            default: "SingleResponse<\(types.type(type))>"
            }
        }
    }

    /// One of the accepted media types.
    enum Accepted: Hashable {
        /// The media type of the API.
        case ofAPI
        case named(String)

        /// The name; empty for that of the API.
        var text: String { if case .named(let text) = self { text } else { "" } }

        /// All media types in one string, as an expression: `"text/csv, " +
        /// API.conventions.media.accepted`.
        static func expression(_ accepted: [Accepted]) -> String {
            let ofAPI = "API.conventions.media.accepted"
            let halves = accepted.split(
                separator: .ofAPI,
                maxSplits: 1,
                omittingEmptySubsequences: false
            ).map { $0.map(\.text) }
            let before = halves[0].map { "\($0), " }.joined()
            let after = halves.count > 1 ? halves[1].map { ", \($0)" }.joined() : ""
            let texts = [before, after].map { $0.isEmpty ? nil : StringLiteral.literal($0) }
            return [texts[0], ofAPI, texts[1]].compactMap(\.self).joined(separator: " + ")
        }
    }

    /// The accepted media types if they depend on the status; nil if all are JSON with the media
    /// type of the API.
    func accepted(_ outcomes: [CheckedEndpoint.Outcome]) -> [Accepted]? {
        var accepted: [Accepted] = []
        for outcome in outcomes where outcome.type != nil {
            let plain: Accepted =
                switch outcome.media.form {
                case .text: .named("text/*")
                case .bytes: .named("*/*")
                case .form: .named("application/x-www-form-urlencoded")
                default: .ofAPI
                }
            let type = outcome.media.mediaType.map { .named($0) } ?? plain
            if !accepted.contains(type) { accepted.append(type) }
        }
        return accepted.isEmpty || accepted == [.ofAPI] ? nil : accepted
    }

    /// A generic type of the runtime.
    private func of(_ name: String, _ argument: String) -> String {
        "\(types.names.foreign(name))<\(argument)>"
    }

    private func of(_ name: String, _ argument: CheckedType) -> String {
        of(name, types.type(argument))
    }

    private func response(_ response: CheckedEndpoint.Response) -> String? {
        switch response {
        case .byStatus: nil
        case .empty: "EmptyResponse"
        case .single(let type): "SingleResponse<\(types.type(type))>"
        case .array(let element): "ArrayResponse<\(types.type(element))>"
        }
    }

    func result(of endpoint: CheckedEndpoint) -> String? {
        switch (endpoint.responseMedia.form, endpoint.response) {
        case (.file, _): types.names.foreign("Download")
        case (.events, .single(let type)):
            of("ResponseStream", of("ServerSentEvent", type))
        case (.chunks, .single(let type)), (.jsonLines, .single(let type)),
            (.jsonSequence, .single(let type)):
            of("ResponseStream", type)
        case (_, let response): result(response, of: endpoint)
        }
    }

    /// The type of its pages, such as `PageSequence<Message>`; nil if it has none.
    func pages(of endpoint: CheckedEndpoint) -> String? {
        guard endpoint.paging != nil, case .array(let element) = endpoint.response else {
            return nil
        }
        return "\(types.names.foreign("PageSequence"))<\(types.type(element))>"
    }

    private func result(
        _ response: CheckedEndpoint.Response,
        of endpoint: CheckedEndpoint
    ) -> String? {
        switch response {
        case .byStatus: "Endpoint.\(types.names[endpoint.head.name]).Response"
        case .empty: nil
        case .single(let type): types.type(type)
        case .array(let element): "[\(types.type(element))]"
        }
    }
}
