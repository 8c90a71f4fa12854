/// A position in a source text, as editors count it: line and column start at 1, columns count
/// Unicode scalars.
package struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, in Unicode scalars.
    package var column: Int

    /// Makes a position from its line and column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position a number of scalars further on the same line.
    package func advanced(by scalars: Int) -> SourcePosition {
        SourcePosition(line: line, column: column + scalars)
    }

    package static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
        (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
}

/// A range of a source file, from `start` up to, but not including, `end`.
package struct SourceRange: Hashable, Sendable {
    /// The path of the file, as diagnostics print it.
    package var path: String
    /// The first position of the range.
    package var start: SourcePosition
    /// The position after its last scalar.
    package var end: SourcePosition

    /// Makes a range; an `end` before `start` makes it empty.
    package init(path: String, start: SourcePosition, end: SourcePosition) {
        self.path = path
        self.start = start
        self.end = max(start, end)
    }
}
