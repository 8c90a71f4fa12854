import Foundation
import RepositoryValues
import SchemaLanguage

/// The JSON values of a stream, to the extent that it was read.
struct StreamedElements {
    /// The values.
    private(set) var all: [JSON] = []
    private let isText: Bool
    /// The reason why a part of the stream is invalid, as a clause; nil if there is none.
    private(set) var problem: String?

    /// Reads the beginning of a stream.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - media: The format of the stream.
    ///   - isText: Whether its elements are plain strings.
    ///   - isWhole: Whether the stream was read to its end.
    init(_ body: Data, _ media: CheckedMedia, isText: Bool, isWhole: Bool) {
        self.isText = isText
        var text = String(decoding: body, as: UTF8.self)
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        switch media.form {
        case .events: readEvents(text, until: media.lastEvent)
        case .jsonSequence:
            // A text without a line feed at its end may be cut off (RFC 7464).
            let texts = text.split(separator: "\u{1E}").map(String.init)
            let isCut = texts.last.map { $0.last?.isWhitespace != true } ?? false
            if isWhole, isCut {
                problem = "the last text of the stream has no line feed at its end"
            }
            read(texts, isWhole: isWhole)
        // Strings in JSON may contain other line separators.
        default: read(text.split { $0 == "\n" || $0 == "\r\n" }.map(String.init), isWhole: isWhole)
        }
    }

    private mutating func readEvents(_ text: String, until last: String?) {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        // The part after the last empty line is incomplete.
        let blocks = lines.split(separator: "\n\n", omittingEmptySubsequences: true)
        let isWhole = lines.hasSuffix("\n\n")
        let events = (isWhole ? blocks : blocks.dropLast()).compactMap { block -> String? in
            let data = block.split(separator: "\n").filter { $0.hasPrefix("data:") }
            guard !data.isEmpty else { return nil }
            return data.map { $0.dropFirst(5).trimmingPrefix(" ") }.joined(separator: "\n")
        }
        read(events.filter { $0 != last }, isWhole: true)
    }

    private mutating func read(_ texts: [String], isWhole: Bool) {
        for (index, text) in texts.enumerated() {
            if isText {
                all.append(.string(text))
            } else if let json = try? JSON(jsonData: Data(text.utf8)) {
                all.append(json)
            } else if isWhole || index < texts.count - 1 {
                problem = problem ?? "an element of the stream is not JSON"
            }
        }
    }
}
