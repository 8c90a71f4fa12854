/// A form in a request.
struct RecordedForm {
    /// The name of its encoding in a schema: `form` or `multipart`.
    let word: String
    /// The fields.
    let fields: [RecordedField]

    /// Parses a form; nil if the body is not a form, or has no fields.
    ///
    /// - Parameter body: The body, with its fields if the recording has parsed it.
    init?(_ body: RecordedExchange.Body) {
        let media = body.media.split(separator: ";").first.map { $0.lowercased() } ?? ""
        let text = String(decoding: body.text, as: UTF8.self)
        let found: [RecordedField]
        switch media.filter({ !$0.isWhitespace }) {
        case "application/x-www-form-urlencoded":
            word = "form"
            found =
                text.isEmpty
                ? body.fields : RecordedURL.fields(of: text.filter { !$0.isNewline }[...])
        case "multipart/form-data":
            word = "multipart"
            found = text.isEmpty ? body.fields : Self.parts(of: text, media: body.media)
        default: return nil
        }
        fields = found.filter { PathNames.isParameter($0.name, value: $0.isFile ? "-" : $0.value) }
        if fields.isEmpty { return nil }
    }

    /// The parts of a multipart body.
    private static func parts(of text: String, media: String) -> [RecordedField] {
        let text = text.replacing("\r\n", with: "\n")
        let quoted = media.firstRange(of: "boundary=").map { media[$0.upperBound...] }
        // If the recording lost the boundary, the first line has it.
        let boundary =
            quoted.map { "--" + $0.prefix { $0 != ";" }.filter { $0 != "\"" } }
            ?? String(text.prefix { $0 != "\n" })
        guard boundary.count > 2 else { return [] }
        return text.split(separator: boundary).compactMap { part in
            guard let end = part.firstRange(of: "\n\n") else { return nil }
            let head = part[..<end.lowerBound].split(separator: "\n").first {
                $0.lowercased().hasPrefix("content-disposition:")
            }
            guard let head, let name = attribute("name", of: head) else { return nil }
            let isFile = attribute("filename", of: head) != nil
            let value = part[end.upperBound...].prefix { $0 != "\n" }
            return RecordedField(name: name, value: isFile ? "" : String(value), isFile: isFile)
        }
    }

    /// The value of an attribute in a header field: `name="user"`.
    private static func attribute(_ name: String, of head: Substring) -> String? {
        for piece in head.split(separator: ";").dropFirst() {
            let piece = piece.drop(while: \.isWhitespace)
            guard piece.lowercased().hasPrefix(name + "=") else { continue }
            return String(piece.dropFirst(name.count + 1)).filter { $0 != "\"" }
        }
        return nil
    }
}
