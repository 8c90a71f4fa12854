import Foundation
import HTTPTypes

/// Parses a body of the media type `multipart/form-data` (RFC 7578).
enum MultipartReading {
    /// A part of the body.
    struct Part {
        let name: String
        let body: Data
    }

    /// The parts of a request's body, in order.
    ///
    /// - Parameter request: The request.
    /// - Returns: The parts that have a name.
    /// - Throws: `MockFailure` if the body has another media type, or no end.
    static func parts(of request: MockRequest) throws(MockFailure) -> [Part] {
        guard request.mediaType == "multipart/form-data",
            let boundary = parameter("boundary", of: request.headerFields[.contentType] ?? "")
        else {
            throw MockFailure(
                status: 415,
                message: "The body is not multipart/form-data with a boundary."
            )
        }
        // The first delimiter may be at the start of the body.
        let body = Data("\r\n".utf8) + request.body
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var parts: [Part] = []
        var place = body.startIndex
        var start: Data.Index?
        while let range = body.range(of: delimiter, in: place..<body.endIndex) {
            if let start { parts += part(body[start..<range.lowerBound]).map { [$0] } ?? [] }
            guard !body[range.upperBound...].starts(with: Data("--".utf8)) else { return parts }
            start = range.upperBound
            place = range.upperBound
        }
        throw MockFailure(status: 400, message: "The multipart body has no end.")
    }

    /// A part from the text after its delimiter; nil if it has no name.
    private static func part(_ data: Data) -> Part? {
        // Without header fields, there is no name.
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let fields = String(decoding: data[..<end.lowerBound], as: UTF8.self)
        let line = fields.components(separatedBy: "\r\n")
            .first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let name = line.flatMap({ parameter("name", of: $0) }) else { return nil }
        return Part(name: name, body: Data(data[end.upperBound...]))
    }

    /// A parameter of a header field, such as `name="photo"`.
    private static func parameter(_ name: String, of field: String) -> String? {
        for part in field.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2,
                pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name
            else { continue }
            let value = pair[1].trimmingCharacters(in: .whitespaces)
            // As browsers do, generated code percent-encodes quotation marks and line breaks.
            let plain = value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : value
            return plain.replacing("%22", with: "\"").replacing("%0D", with: "\r")
                .replacing("%0A", with: "\n")
        }
        return nil
    }
}
