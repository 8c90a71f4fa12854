import Diagnostics

/// Finds syntax errors after the first one, at which libyaml stops.
///
/// It blanks the construct that contains an error, up to the next line that is not deeper, and
/// reads the rest again. The result is used only for its errors, because the blanked part is
/// unknown. If an error may extend over several lines, the search ends there.
struct SyntaxRecovery {
    private static let mistakeLimit = 20
    private static let sizeLimit = 1 << 20
    /// The rules of errors that end with their line.
    private static let rules = Set(
        [
            YAMLRule.invalidIndentation, .unexpectedIndicator, .unexpectedContent,
            .unexpectedCharacter, .missingColon, .unclosedBracket, .invalidEscape, .invalidAnchor,
            .invalidTag,
        ].map(\.rawValue)
    )

    private let limits: YAMLReader.Limits
    private var text: SourceText

    init(_ text: SourceText, limits: YAMLReader.Limits) {
        self.text = text
        self.limits = limits
    }

    /// Returns the errors after the one that ended a reading, from top to bottom.
    mutating func mistakes(after first: Diagnostic) -> [Diagnostic] {
        guard text.bytes.count <= Self.sizeLimit else { return [] }
        var found: [Diagnostic] = []
        var last = first
        while found.count < Self.mistakeLimit, let end = leaveOut(last) {
            var composer = TreeComposer(text, tally: ReadingTally(limits: limits))
            guard (try? composer.documents(onlyOne: true)) == nil, composer.isStoppedBySyntax,
                let next = composer.tally.diagnostics.last, next.range.start.line >= end,
                // The blanked part may contain the closing bracket.
                next.rule != YAMLRule.unclosedBracket.rawValue
                    || next.notes.allSatisfy({ $0.range.start.line >= end })
            else { break }
            found.append(next)
            last = next
        }
        return found
    }

    /// Replaces the construct that contains an error with spaces.
    ///
    /// - Returns: The line at which the rest begins; nil if it cannot be determined.
    private mutating func leaveOut(_ mistake: Diagnostic) -> Int? {
        let first = mistake.range.start.line
        let isOfOneLine =
            mistake.range.end.line == first
            && (mistake.rule != YAMLRule.unclosedBracket.rawValue
                || mistake.notes.allSatisfy { $0.range.start.line == first })
        guard Self.rules.contains(mistake.rule), isOfOneLine else { return nil }
        let lines = SourceLines(bytes: text.bytes)
        // An unfinished merge leaves both sides in the text.
        guard let depth = lines.line(first).indentation,
            !lines.line(first).starts(with: "<<<<<<<".utf8)
        else { return nil }
        // Lines after one with a wrong indentation are probably indented wrongly, too.
        let isIndentation = mistake.rule == YAMLRule.invalidIndentation.rawValue
        let least = isIndentation ? depth : depth + 1
        var end = first + 1
        while end <= lines.count, (lines.line(end).indentation ?? .max) >= least { end += 1 }
        text = text.replacing(bytes: lines.bytes(blanking: first..<end))
        return end
    }
}

extension SourceLines {
    /// The bytes with a space for each scalar of some lines, counted from 1, so that all positions
    /// stay the same.
    fileprivate func bytes(blanking blank: Range<Int>) -> [UInt8] {
        let start = offset(of: SourcePosition(line: blank.lowerBound, column: 1))
        let end = offset(of: end(ofLine: blank.upperBound - 1))
        var result = Array(bytes[..<start])
        for byte in bytes[start..<end] where byte & 0xC0 != 0x80 {
            result.append(byte == 0x0A || byte == 0x0D ? byte : 0x20)
        }
        return result + bytes[end...]
    }
}

extension ArraySlice<UInt8> {
    /// The number of spaces before the text of the line; nil if the line is blank.
    fileprivate var indentation: Int? {
        firstIndex { $0 != 0x20 }.map { $0 - startIndex }
    }
}
