/// How a body is written.
package struct CheckedMedia: Hashable, Sendable {
    /// The forms of a body.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case json, form, multipart, text, bytes, file, chunks, events, jsonLines, jsonSequence

        /// Whether what comes back is read as it comes.
        package var isStreamed: Bool {
            switch self {
            case .file, .chunks, .events, .jsonLines, .jsonSequence: true
            case .json, .form, .multipart, .text, .bytes: false
            }
        }
    }

    /// How a form or a query writes the elements of an array.
    package enum Arrays: String, Hashable, Sendable, CaseIterable {
        case repeated, brackets, indices, commas, spaces, pipes

        /// What OpenAPI calls them, each with what to do instead.
        static let foreign = [
            "form": "write `repeated`, or with `explode: false` `commas`",
            "multi": "write `repeated`", "csv": "write `commas`",
            "ssv": "write `spaces`", "spaceDelimited": "write `spaces`",
            "pipeDelimited": "write `pipes`", "simple": "write `commas`",
            "deepObject": "that is for `objects:`",
        ]
    }

    /// How a form or a query writes the properties of an object.
    package enum Objects: String, Hashable, Sendable, CaseIterable {
        case brackets, dots, exploded, commas

        /// What OpenAPI calls them, each with what to do instead.
        static let foreign = [
            "form": "write `exploded`, or with `explode: false` `commas`",
            "explode": "write `exploded`", "deepObject": "write `brackets`",
            "simple": "write `commas`, or with `explode: true` `exploded`",
        ]
    }

    /// JSON of the media type of the API.
    package static let json = CheckedMedia(form: .json)

    /// The form.
    package let form: Form
    /// The media type, where the schema names one.
    package var mediaType: String?
    /// How a form writes arrays.
    package var arrays = Arrays.repeated
    /// How a form writes objects.
    package var objects = Objects.brackets
    /// The data of the event that ends a stream, where one does.
    package var lastEvent: String?
}
