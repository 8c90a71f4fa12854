/// Rows of a table in aligned columns: text on the left, numbers on the right.
struct TextTable {
    /// The number of text columns.
    let words: Int
    private var rows: [[String]]

    init(words: Int, _ header: [String]) {
        self.words = words
        rows = [header]
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The lines, each indented by two spaces.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blank = String(repeating: " ", count: widths[column] - cell.count)
                return column < words ? cell + blank : blank + cell
            }
            var line = "  " + cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
