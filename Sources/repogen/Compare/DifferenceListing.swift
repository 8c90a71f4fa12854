/// Prints differences one after the other, shortening long ones.
struct DifferenceListing {
    /// The maximum number of lines of one file.
    private static let limitOfFile = 40
    /// The maximum number of lines of all files.
    private static let limit = 1_000

    /// The number of lines left; nil for no limit.
    private var left: Int?
    /// Whether lines are shown.
    private let showsLines: Bool

    /// Begins a listing.
    ///
    /// - Parameters:
    ///   - isWhole: Whether every line is shown.
    ///   - isOfMeaning: Whether, if not, only the effects are shown and no lines.
    init(isWhole: Bool, isOfMeaning: Bool = false) {
        left = isWhole ? nil : Self.limit
        showsLines = isWhole || !isOfMeaning
    }

    /// The next difference: its effects, and as many lines as are left.
    mutating func text(of difference: FileDifference) -> String {
        let lines = showsLines ? difference.lines : []
        let count = left.map { min(lines.count, $0, Self.limitOfFile) } ?? lines.count
        left = left.map { $0 - count }
        var text = ["\(difference.path): \(difference.kind.rawValue)"]
        text += (difference.meaning + lines.prefix(count)).map { "  " + $0 }
        if lines.count > count {
            text.append("  … and \(lines.count - count) more lines, use `--verbose` to see them")
        }
        return text.joined(separator: "\n")
    }
}
