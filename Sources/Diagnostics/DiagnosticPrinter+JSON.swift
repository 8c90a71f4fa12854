extension DiagnosticPrinter {
    /// The diagnostics as a JSON array of objects, one per line, in the order of the text form.
    ///
    /// The keys are `severity`, `rule`, `message`, `path`, `line`, `column`, `endLine`,
    /// `endColumn`, `notes` (objects with `message` and the same positions) and `hint` (a string or
    /// null), in this order. Lines and columns are those of the text form. All diagnostics are
    /// listed, without a limit.
    package func json(for diagnostics: some Sequence<Diagnostic>) -> String {
        let objects = Self.sorted(diagnostics).map { diagnostic in
            let notes = diagnostic.notes.map { note in
                "{\"message\":\(literal(note.message)),\(members(of: note.range))}"
            }
            return "{\"severity\":\(literal(diagnostic.severity.rawValue)),"
                + "\"rule\":\(literal(diagnostic.rule)),"
                + "\"message\":\(literal(diagnostic.message)),"
                + members(of: diagnostic.range)
                + ",\"notes\":[\(notes.joined(separator: ","))],"
                + "\"hint\":\(diagnostic.hint.map(literal) ?? "null")}"
        }
        return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }

    /// The properties with the position.
    private func members(of range: SourceRange) -> String {
        "\"path\":\(literal(range.path)),\"line\":\(range.start.line),"
            + "\"column\":\(range.start.column),\"endLine\":\(range.end.line),"
            + "\"endColumn\":\(range.end.column)"
    }

    /// A JSON string by RFC 8259; invisible characters are escaped, so that logs show them.
    private func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where VisibleText.replacement(for: scalar) != nil:
                for unit in String(scalar).utf16 {
                    result += "\\u\(VisibleText.hexadecimal(UInt32(unit)))"
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
