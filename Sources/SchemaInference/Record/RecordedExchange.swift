import Diagnostics

/// A request of a recording, with its response.
struct RecordedExchange {
    /// A body.
    struct Body {
        var media = ""
        var text: [UInt8] = []
        var isBase64 = false
        /// The fields of a form, if the recording has parsed it.
        var fields: [RecordedField] = []

        /// Whether it is JSON, by its media type or, without one, by its start.
        var isJSON: Bool {
            let type = media.split(separator: ";").first.map { $0.lowercased() } ?? ""
            if type.isEmpty || type == "text/plain" {
                return text.first { $0 > 0x20 }.map { $0 == 0x7B || $0 == 0x5B } ?? false
            }
            return type.hasSuffix("/json") || type.hasSuffix("+json")
        }

        /// The bytes.
        var bytes: [UInt8] { isBase64 ? Base64Text.decode(text) : text }
    }

    var method = ""
    var url = ""
    var status = 0
    var sent = Body()
    var received = Body()
    /// The header fields of the request, in lower case, with only the scheme of `Authorization`.
    var headers: [String: String] = [:]
    /// The position of the entry in the recording.
    var place = SourcePosition(line: 1, column: 1)
}

/// Bytes as Base64.
enum Base64Text {
    /// The bytes; invalid Base64 is skipped.
    static func decode(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var count = 0
        for byte in text {
            let value: UInt32
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte) - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte) - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte) + 4
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            default: continue
            }
            buffer = buffer << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
            }
        }
        return bytes
    }
}
