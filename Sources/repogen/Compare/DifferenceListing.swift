/// Words differences for people, one after the other: of long ones not every line.
struct DifferenceListing {
    /// The most lines that are shown of one file.
    private static let limitOfFile = 40
    /// The most lines that are shown of all files.
    private static let limit = 1_000

    /// How many lines may still be shown; nil where all are.
    private var left: Int?
    /// Whether lines are shown at all.
    private let showsLines: Bool

    /// Begins a listing.
    ///
    /// - Parameters:
    ///   - isWhole: Whether every line is shown.
    ///   - isOfMeaning: Whether else no line is shown, and only what the differences mean.
    init(isWhole: Bool, isOfMeaning: Bool = false) {
        left = isWhole ? nil : Self.limit
        showsLines = isWhole || !isOfMeaning
    }

    /// The next difference: what it means, and as many lines as are left.
    mutating func text(of difference: FileDifference) -> String {
        let lines = showsLines ? difference.lines : []
        let count = left.map { min(lines.count, $0, Self.limitOfFile) } ?? lines.count
        left = left.map { $0 - count }
        var text = ["\(difference.path): \(difference.kind.rawValue)"]
        text += (difference.meaning + lines.prefix(count)).map { "  " + $0 }
        if lines.count > count {
            text.append("  … and \(lines.count - count) more lines, which `--verbose` shows")
        }
        return text.joined(separator: "\n")
    }
}
