/// A line of source with a caret line under it.
///
///     nmae: String
///     ^~~~
struct SourceExcerpt {
    /// The maximum number of scalars of the line to show; a longer line is cut around the caret.
    let width: Int

    /// The two lines, each with its line break; empty if the line is blank or missing.
    func text(of range: SourceRange, in lines: SourceLines) -> String {
        let line = lines.line(range.start.line)
        guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return ""
        }
        let length = SourceLines.scalarCount(line)
        let caret = min(range.start.column - 1, length)
        let end = range.end.line > range.start.line ? length : min(range.end.column - 1, length)
        let window = window(around: caret, length: length)
        let first = SourceLines.index(ofScalar: window.lowerBound, in: line)
        let last = SourceLines.index(ofScalar: window.count, in: line[first...])

        var shown = window.lowerBound > 0 ? "…" : ""
        var marks = window.lowerBound > 0 ? " " : ""
        var number = window.lowerBound
        for scalar in String(decoding: line[first..<last], as: UTF8.self).unicodeScalars {
            let (text, columns) = rendering(of: scalar)
            shown += text
            marks += mark(number, caret: caret, end: end, isTab: scalar == "\t", columns: columns)
            number += 1
        }
        if window.upperBound < length {
            shown += "…"
        }
        if caret >= number {
            marks += "^"
        }
        return "\(trimmed(shown))\n\(trimmed(marks))\n"
    }

    /// The scalars of the line to show: all of them, or as many as fit, with the caret after a
    /// third.
    private func window(around caret: Int, length: Int) -> Range<Int> {
        guard length > width else {
            return 0..<length
        }
        let start = min(max(0, caret - width / 3), length - width)
        return start..<(start + width)
    }

    /// What to print for a scalar, and how many columns that takes.
    private func rendering(of scalar: Unicode.Scalar) -> (text: String, columns: Int) {
        guard scalar != "\t", let text = VisibleText.replacement(for: scalar) else {
            return (String(scalar), VisibleText.columns(of: scalar))
        }
        return (text, text.unicodeScalars.count)
    }

    /// The text below the scalar of a number; before the caret, tabs are kept to align it.
    private func mark(_ number: Int, caret: Int, end: Int, isTab: Bool, columns: Int) -> String {
        if number < caret {
            return isTab ? "\t" : String(repeating: " ", count: columns)
        }
        if number == caret {
            return "^" + String(repeating: caret < end ? "~" : " ", count: max(0, columns - 1))
        }
        return number < end ? String(repeating: "~", count: columns) : ""
    }

    /// The text without trailing blanks, which editors strip from recorded output.
    private func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.last == " " || scalars.last == "\t" {
            scalars.removeLast()
        }
        return String(scalars)
    }
}
