import Foundation

/// The file names that servers suggest in `Content-Disposition` (RFC 6266).
enum FileName {
    /// Returns the file name in a header field, without directories; nil if there is no usable one.
    static func suggested(by field: String) -> String? {
        let parameters = parameters(of: field)
        var name = parameters["filename"]
        // `filename*=UTF-8''na%C3%AFve.txt` (RFC 8187) takes precedence.
        if let extended = parameters["filename*"] {
            let parts = extended.split(
                separator: "'",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            if parts.count == 3, parts[0].lowercased() == "utf-8" {
                name = parts[2].removingPercentEncoding ?? name
            }
        }
        return name.flatMap { safe($0) }
    }

    /// The longest name in bytes: most file systems allow 255, and that of a partial file is longer.
    private static let limit = 255 - ".0123456789abcdef.part".utf8.count

    /// Returns a name without directories and without a leading dot, whatever the server sends.
    private static func safe(_ name: String) -> String? {
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let harmless = last.unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) }
        let text = String(String.UnicodeScalarView(harmless))
            .trimmingCharacters(in: .whitespaces)
            .trimmingPrefix { $0 == "." }
        return text.isEmpty || text.utf8.count > limit ? nil : String(text)
    }

    /// Returns the parameters of a field by lower-case name, without quotes.
    private static func parameters(of field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var text = ""
        var isQuoted = false
        var isEscaped = false
        var parts: [String] = []
        for character in field {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                parts.append(text)
                text = ""
            } else {
                text.append(character)
            }
        }
        for part in (parts + [text]).dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            let value = part[part.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            if parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }
}
