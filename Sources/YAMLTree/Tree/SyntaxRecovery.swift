import Diagnostics

/// Finds the mistakes in the syntax of a text behind the first: libyaml stops there.
///
/// What a mistake stands in is left out, up to the next line that is not deeper, and the rest is read anew.
/// Nothing is made of what is read so but its mistakes, for what was left out is not known; and where a
/// mistake may reach over several lines, none behind it is looked for.
struct SyntaxRecovery {
    private static let mistakeLimit = 20
    private static let sizeLimit = 1 << 20
    /// The rules of mistakes that end with their line.
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

    /// The mistakes behind the one that ended a reading, from top to bottom.
    mutating func mistakes(after first: Diagnostic) -> [Diagnostic] {
        guard text.bytes.count <= Self.sizeLimit else { return [] }
        var found: [Diagnostic] = []
        var last = first
        while found.count < Self.mistakeLimit, let end = leaveOut(last) {
            var composer = TreeComposer(text, tally: ReadingTally(limits: limits))
            guard (try? composer.documents(onlyOne: true)) == nil, composer.isStoppedBySyntax,
                let next = composer.tally.diagnostics.last, next.range.start.line >= end,
                // What closes such a bracket may be what was left out.
                next.rule != YAMLRule.unclosedBracket.rawValue
                    || next.notes.allSatisfy({ $0.range.start.line >= end })
            else { break }
            found.append(next)
            last = next
        }
        return found
    }

    /// Puts spaces in the place of what a mistake stands in.
    ///
    /// - Returns: the line at which the rest begins; nil where that cannot be told.
    private mutating func leaveOut(_ mistake: Diagnostic) -> Int? {
        let first = mistake.range.start.line
        let isOfOneLine =
            mistake.range.end.line == first
            && (mistake.rule != YAMLRule.unclosedBracket.rawValue
                || mistake.notes.allSatisfy { $0.range.start.line == first })
        guard Self.rules.contains(mistake.rule), isOfOneLine else { return nil }
        let lines = SourceLines(bytes: text.bytes)
        // Of a merge that was not finished, both sides stand there.
        guard let depth = lines.line(first).indentation,
            !lines.line(first).starts(with: "<<<<<<<".utf8)
        else { return nil }
        // Lines that follow one with a wrong indentation are most likely indented as wrongly.
        let isIndentation = mistake.rule == YAMLRule.invalidIndentation.rawValue
        let least = isIndentation ? depth : depth + 1
        var end = first + 1
        while end <= lines.count, (lines.line(end).indentation ?? .max) >= least { end += 1 }
        text = text.replacing(bytes: lines.bytes(blanking: first..<end))
        return end
    }
}

extension SourceLines {
    /// The bytes with a space in the place of each scalar of some lines, counted from 1, so that all
    /// positions stay what they are.
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
    /// How many spaces are in front of what stands in the line; nil where nothing does.
    fileprivate var indentation: Int? {
        firstIndex { $0 != 0x20 }.map { $0 - startIndex }
    }
}
