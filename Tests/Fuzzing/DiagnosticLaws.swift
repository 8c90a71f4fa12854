import Diagnostics

/// Laws for every diagnostic: it is readable, and has a position in the text.
enum DiagnosticLaws {
    /// Checks the diagnostics of a file, and that they can be printed.
    static func check(_ diagnostics: [Diagnostic], of file: SourceFile) throws(BrokenLaw) {
        let lines = SourceLines(file)
        for diagnostic in diagnostics {
            // Invalid bytes are not counted as characters; diagnostics about them are at their
            // position.
            if diagnostic.rule != "invalid-encoding" { try check(diagnostic.range, lines) }
            for note in diagnostic.notes { try check(note.range, lines) }
            let texts =
                [diagnostic.message] + diagnostic.notes.map(\.message)
                + [diagnostic.hint].compactMap(\.self)
            for text in texts {
                try BrokenLaw.unless(!text.isEmpty, "an empty message")
                try BrokenLaw.unless(
                    text.unicodeScalars.count < 700,
                    "a message of \(text.unicodeScalars.count) characters: \(text)"
                )
            }
        }
        let text = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        try BrokenLaw.unless(
            diagnostics.isEmpty || text.hasSuffix("\n"),
            "a printed text without an end: \(text)"
        )
        let isVisible = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
        }
        try BrokenLaw.unless(isVisible, "a control character is printed: \(text)")
    }

    /// Checks that a range is inside of the text.
    static func check(_ range: SourceRange, _ lines: SourceLines) throws(BrokenLaw) {
        for position in [range.start, range.end] {
            try BrokenLaw.unless(
                position.line >= 1 && position.line <= lines.count
                    && position.column >= 1
                    && position <= lines.end(ofLine: position.line),
                "a position outside of the text: \(position)"
            )
        }
        try BrokenLaw.unless(range.start <= range.end, "a range that ends before it starts")
    }
}
