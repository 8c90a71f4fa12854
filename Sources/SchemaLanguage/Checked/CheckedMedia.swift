/// The encoding of a body.
package struct CheckedMedia: Hashable, Sendable {
    /// The forms of a body.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case json, form, multipart, text, bytes, file, chunks, events, jsonLines, jsonSequence

        /// Whether the response is read as a stream.
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

        /// The OpenAPI names, each with a hint.
        static let foreign = [
            "form": "write `repeated`, or `commas` for `explode: false`",
            "multi": "write `repeated`", "csv": "write `commas`",
            "ssv": "write `spaces`", "spaceDelimited": "write `spaces`",
            "pipeDelimited": "write `pipes`", "simple": "write `commas`",
            "deepObject": "that is for `objects:`",
        ]
    }

    /// How a form or a query writes the properties of an object.
    package enum Objects: String, Hashable, Sendable, CaseIterable {
        case brackets, dots, exploded, commas

        /// The OpenAPI names, each with a hint.
        static let foreign = [
            "form": "write `exploded`, or `commas` for `explode: false`",
            "explode": "write `exploded`", "deepObject": "write `brackets`",
            "simple": "write `commas`, or `exploded` for `explode: true`",
        ]
    }

    /// JSON of the media type of the API.
    package static let json = CheckedMedia(form: .json)

    /// The form.
    package let form: Form
    /// The media type, if the schema specifies one.
    package var mediaType: String?
    /// How a form writes arrays.
    package var arrays = Arrays.repeated
    /// How a form writes objects.
    package var objects = Objects.brackets
    /// The data of the event that ends a stream, if there is one.
    package var lastEvent: String?
}
