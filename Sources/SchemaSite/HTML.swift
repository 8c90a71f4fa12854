import SchemaDiagram

/// A piece of HTML, in which interpolated text is escaped.
struct HTML: ExpressibleByStringInterpolation {
    /// The markup.
    let markup: String

    init(markup: String) { self.markup = markup }

    init(stringLiteral value: String) { markup = value }

    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    /// Markup with interpolated texts, which are escaped, and pieces, which are not.
    struct Interpolation: StringInterpolationProtocol {
        var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) { markup += literal }

        mutating func appendInterpolation(_ text: String) { markup += XMLText.escaped(text) }

        mutating func appendInterpolation(_ number: Int) { markup += "\(number)" }

        mutating func appendInterpolation(_ piece: HTML) { markup += piece.markup }
    }

    /// Pieces in a row, each on its own line.
    static func joined(_ pieces: [HTML]) -> HTML {
        HTML(markup: pieces.map(\.markup).filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    /// A doc comment, which is Markdown.
    static func documentation(_ text: String?) -> HTML {
        text.map(MarkdownText.html) ?? ""
    }

    /// A table with column headings.
    ///
    /// - Parameters:
    ///   - caption: The caption.
    ///   - columns: The headings.
    ///   - rows: The cells, the first of which is the row's heading.
    ///   - isTitled: Whether a heading above has the same text, so that only screen readers need
    ///     the caption.
    /// - Returns: The table; empty if there are no rows.
    static func table(
        _ caption: String,
        _ columns: [String],
        _ rows: [[HTML]],
        isTitled: Bool = false
    ) -> HTML {
        guard !rows.isEmpty else { return "" }
        // A column without any text is omitted.
        let used = columns.indices.filter { index in
            index == 0 || rows.contains { !$0[index].markup.isEmpty }
        }
        guard used.count == columns.count else {
            return table(
                caption,
                used.map { columns[$0] },
                rows.map { row in used.map { row[$0] } },
                isTitled: isTitled
            )
        }
        let heads = columns.map { "<th scope=\"col\">\($0)</th>" as HTML }
        let look: HTML = isTitled ? " class=\"hidden\"" : ""
        let lines = rows.map { cells -> HTML in
            let cells = cells.enumerated().map { index, cell -> HTML in
                index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
            }
            return HTML(markup: "<tr>\(cells.map(\.markup).joined())</tr>")
        }
        return """
            <div class="wide" role="region" aria-label="\(caption)" tabindex="0">
            <table>
            <caption\(look)>\(caption)</caption>
            <thead><tr>\(HTML(markup: heads.map(\.markup).joined()))</tr></thead>
            <tbody>
            \(joined(lines))
            </tbody>
            </table>
            </div>
            """
    }

    /// A block of code.
    static func code(_ label: String, _ text: String) -> HTML {
        """
        <pre tabindex="0" role="region" aria-label="\(label)"><code>\(text)</code></pre>
        """
    }
}
