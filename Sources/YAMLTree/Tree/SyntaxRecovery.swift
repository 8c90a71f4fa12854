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
        var lines = text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // Of a merge that was not finished, both sides stand there.
        guard lines.indices.contains(first - 1), let depth = lines[first - 1].indentation,
            !lines[first - 1].starts(with: "<<<<<<<".utf8)
        else { return nil }
        // Lines that follow one with a wrong indentation are most likely indented as wrongly.
        let isIndentation = mistake.rule == YAMLRule.invalidIndentation.rawValue
        let least = isIndentation ? depth : depth + 1
        var end = first
        while end < lines.count, (lines[end].indentation ?? .max) >= least { end += 1 }
        for line in (first - 1)..<end {
            lines[line] = ArraySlice(repeating: 0x20, count: lines[line].count)
        }
        text = text.replacing(bytes: Array(lines.joined(separator: [0x0A])))
        return end + 1
    }
}

extension ArraySlice<UInt8> {
    /// How many spaces are in front of what stands in the line; nil where nothing does.
    fileprivate var indentation: Int? {
        firstIndex { $0 != 0x20 && $0 != 0x0D }.map { $0 - startIndex }
    }
}
