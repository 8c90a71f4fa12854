public import Foundation
import HTTPTypes

/// A response of text.
public struct TextResponse: ResponseDefinition {
    /// Any text.
    public static var acceptedMedia: String? {
        "text/*"
    }

    /// The text may be empty.
    public static var mayBeEmpty: Bool {
        true
    }

    /// The text.
    public let result: String

    /// Decodes the text in the character set of the response; UTF-8 if it declares none.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: text has no key paths.
    /// - Throws: `JSONError` with the code `.invalidText` if the bytes are invalid in that
    ///   character set, or the set is not UTF-8, UTF-16, US-ASCII, ISO 8859-1 or Windows-1252.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) throws(JSONError) {
        let name = response.characterSet ?? "utf-8"
        let encodings: [String: String.Encoding] = [
            "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
            "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "windows-1252": .windowsCP1252,
            "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
        ]
        guard let encoding = encodings[name] else {
            throw JSONError(
                code: .invalidText,
                expected: "text in a supported character set",
                found: "another one",
                offset: 0
            )
        }
        let isUTF8 = encoding == .utf8
        let text = isUTF8 ? nil : String(data: response.body, encoding: encoding)
        guard isUTF8 || text != nil else { throw Self.invalidText(name) }
        try self.init(bytes: text.map { Data($0.utf8) } ?? response.body)
    }

    /// Decodes the text from its bytes.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Throws: `JSONError` with the code `.invalidText` if the bytes are not UTF-8.
    public init(bytes: Data) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Self.invalidText("utf-8")
        }
        result = text
    }

    /// Creates the response from a string.
    ///
    /// - Parameter json: A string.
    /// - Throws: `ConversionError` if it is not a string.
    public init(json: Any) throws(ConversionError) {
        guard let text = json as? String else {
            throw ConversionError(expected: "text", butFound: json)
        }
        result = text
    }

    private static func invalidText(_ characterSet: String) -> JSONError {
        JSONError(
            code: .invalidText,
            expected: "text in \(characterSet)",
            found: "other bytes",
            offset: 0
        )
    }
}

extension NetworkingResponse {
    /// The character set that the response declares, in lower case.
    fileprivate var characterSet: String? {
        let parameters = head.headerFields[.contentType]?.lowercased().split(separator: ";") ?? []
        let parameter = parameters.dropFirst().lazy
            .map { $0.trimmingPrefix { $0 == " " } }
            .first { $0.hasPrefix("charset=") }
        return parameter.map { $0.dropFirst("charset=".count).filter { $0 != "\"" && $0 != " " } }
    }
}
