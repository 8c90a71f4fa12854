import Foundation
import HTTPTypes

/// Encodes parts as `multipart/form-data` (RFC 7578), escaping names like browsers (WHATWG HTML).
struct MultipartEncoding {
    /// The reason why a part cannot be encoded, in a sentence without values.
    struct Problem: Error {
        let message: String
        let cause: (any Error)?
    }

    /// The separator between parts, without dashes: random, so that no part contains it.
    let boundary: String

    init(boundary: String = "repogen-" + UUID().uuidString.lowercased()) {
        self.boundary = boundary
    }

    /// The media type, with the boundary.
    var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the segments of a body; files on disk are not read.
    func encode(_ parts: [BodyPart]) throws(Problem) -> [BodySource.Segment] {
        var body = Segments()
        for part in parts {
            switch part.content {
            case .text(let text):
                append(part.name, to: &body, .data(Data(text.utf8)))
            case .texts(let texts):
                for text in texts { append(part.name, to: &body, .data(Data(text.utf8))) }
            case .json(let json):
                append(part.name, to: &body, .data(json), mediaType: "application/json")
            case .file(let file):
                guard let fields = file.fields else {
                    let message = "A header field of the part '\(part.name)' is invalid."
                    throw Problem(message: message, cause: nil)
                }
                append(
                    part.name,
                    to: &body,
                    try segment(of: file, part.name),
                    mediaType: file.mediaType,
                    fileName: file.name,
                    fields: fields
                )
            }
        }
        body.append("--\(boundary)--\r\n")
        return body.all
    }

    private func segment(
        of file: FileUpload,
        _ name: String
    ) throws(Problem) -> BodySource.Segment {
        guard file.hasMediaType else {
            throw Problem(message: "The media type of the part '\(name)' is invalid.", cause: nil)
        }
        do {
            return try file.segment()
        } catch {
            throw Problem(message: "The file of the part '\(name)' cannot be read.", cause: error)
        }
    }

    private func append(
        _ name: String,
        to body: inout Segments,
        _ content: BodySource.Segment,
        mediaType: String? = nil,
        fileName: String? = nil,
        fields: [HTTPField] = []
    ) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(name))\""
        if let fileName { head += "; filename=\"\(escaped(fileName))\"" }
        if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
        for field in fields { head += "\r\n\(field.name.rawName): \(field.value)" }
        body.append("\(head)\r\n\r\n")
        body.append(content)
        body.append("\r\n")
    }

    /// Escapes a name for quotes.
    private func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// Collects the segments of a body, joining adjacent ones in memory.
private struct Segments {
    private var closed: [BodySource.Segment] = []
    private var open = Data()

    var all: [BodySource.Segment] { open.isEmpty ? closed : closed + [.data(open)] }

    mutating func append(_ text: String) {
        open.append(contentsOf: text.utf8)
    }

    mutating func append(_ segment: BodySource.Segment) {
        switch segment {
        case .data(let data): open.append(data)
        case .file:
            closed = all + [segment]
            open = Data()
        }
    }
}
