import Diagnostics

/// Extracts the exchanges from a recording (HAR 1.2), one at a time.
struct RecordingReader: JSONEventHandler {
    /// The exchanges read but not yet taken.
    private(set) var exchanges: [RecordedExchange] = []
    private var exchange = RecordedExchange()
    /// The path of keys to the next value; `[]` is an array element.
    private var path: [String] = []
    /// The name of the header field whose value may come next.
    private var headerName = ""
    private var headerValue = ""
    /// The current form field.
    private var field = RecordedField()

    mutating func beginDocument() { path = [] }

    mutating func endDocument() {}

    mutating func beginObject(at place: SourcePosition) {
        if path == ["log", "entries", "[]"] {
            exchange = RecordedExchange()
            exchange.place = place
        }
        if path.last == "[]", path.dropLast().last == "headers" {
            (headerName, headerValue) = ("", "")
        }
        if path.last == "[]", path.dropLast().last == "params" { field = RecordedField() }
        path.append("")
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        path[path.count - 1] = String(decoding: text, as: UTF8.self)
    }

    mutating func endObject() {
        path.removeLast()
        if path == ["log", "entries", "[]"] { exchanges.append(exchange) }
        if path == ["log", "entries", "[]", "request", "headers", "[]"] { addHeader() }
        if path == ["log", "entries", "[]", "request", "postData", "params", "[]"] {
            exchange.sent.fields.append(field)
        }
    }

    mutating func beginArray(at place: SourcePosition) { path.append("[]") }

    mutating func endArray() { path.removeLast() }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        guard path.count > 3, path[0] == "log", path[1] == "entries" else { return }
        switch path[3...].joined(separator: ".") {
        case "request.method": exchange.method = String(decoding: text, as: UTF8.self)
        case "request.url": exchange.url = String(decoding: text, as: UTF8.self)
        case "request.postData.mimeType":
            exchange.sent.media = String(decoding: text, as: UTF8.self)
        case "request.postData.text": exchange.sent.text = Array(text)
        case "request.postData.params.[].name": field.name = String(decoding: text, as: UTF8.self)
        case "request.postData.params.[].value":
            field.value = String(decoding: text, as: UTF8.self)
        case "request.postData.params.[].fileName": field.isFile = true
        case "request.headers.[].name":
            headerName = String(decoding: text, as: UTF8.self).lowercased()
        case "request.headers.[].value": headerValue = String(decoding: text, as: UTF8.self)
        case "response.content.mimeType":
            exchange.received.media = String(decoding: text, as: UTF8.self)
        case "response.content.text": exchange.received.text = Array(text)
        case "response.content.encoding":
            exchange.received.isBase64 = text.elementsEqual("base64".utf8)
        default: break
        }
    }

    mutating func number(
        _ text: UnsafeBufferPointer<UInt8>,
        isInteger: Bool,
        at place: SourcePosition
    ) {
        guard path == ["log", "entries", "[]", "response", "status"] else { return }
        exchange.status = Int(String(decoding: text, as: UTF8.self)) ?? 0
    }

    mutating func bool(_ value: Bool, at place: SourcePosition) {}

    mutating func null(at place: SourcePosition) {}

    /// Returns the exchanges read so far.
    mutating func take() -> [RecordedExchange] {
        defer { exchanges = [] }
        return exchanges
    }

    /// Keeps only the names of header fields, and the scheme of credentials.
    private mutating func addHeader() {
        let scheme = headerValue.split(separator: " ").first.map { $0.lowercased() } ?? ""
        exchange.headers[headerName] =
            headerName == "authorization" && ["bearer", "basic"].contains(scheme) ? scheme : ""
    }
}
