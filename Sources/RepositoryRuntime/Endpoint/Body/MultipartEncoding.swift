import Foundation

/// Parts as `multipart/form-data` (RFC 7578), with names escaped as browsers do it (WHATWG HTML).
struct MultipartEncoding {
    /// Why a part cannot be written, in a sentence without values.
    struct Problem: Error {
        let message: String
        let cause: (any Error)?
    }

    /// The line between two parts, without dashes: random, so that no part contains it.
    let boundary: String

    init(boundary: String = "repogen-" + UUID().uuidString.lowercased()) {
        self.boundary = boundary
    }

    /// The media type, which names the boundary.
    var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The bytes of a body.
    func encode(_ parts: [BodyPart]) throws(Problem) -> Data {
        var body = Data()
        for part in parts {
            switch part.content {
            case .text(let text):
                append(part.name, to: &body, Data(text.utf8))
            case .texts(let texts):
                for text in texts { append(part.name, to: &body, Data(text.utf8)) }
            case .json(let json):
                append(part.name, to: &body, json, mediaType: "application/json")
            case .file(let file):
                append(
                    part.name,
                    to: &body,
                    try bytes(of: file, part.name),
                    mediaType: file.mediaType,
                    fileName: file.name
                )
            }
        }
        body.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return body
    }

    private func bytes(of file: FileUpload, _ name: String) throws(Problem) -> Data {
        guard !file.mediaType.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else {
            throw Problem(message: "The media type of the part '\(name)' is none.", cause: nil)
        }
        do {
            return try file.bytes()
        } catch {
            throw Problem(message: "The file of the part '\(name)' cannot be read.", cause: error)
        }
    }

    private func append(
        _ name: String,
        to body: inout Data,
        _ content: Data,
        mediaType: String? = nil,
        fileName: String? = nil
    ) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(name))\""
        if let fileName { head += "; filename=\"\(escaped(fileName))\"" }
        if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
        body.append(contentsOf: "\(head)\r\n\r\n".utf8)
        body.append(content)
        body.append(contentsOf: "\r\n".utf8)
    }

    /// A name between quotes.
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
