/// The difference between two expressions, for example the values of a constant; of collections,
/// only the changed elements.
struct ValueDifference {
    /// The maximum number of characters of one side.
    private static let limit = 120

    /// The difference as text: `1 → 2`, or `references: without "a": "A", with "b": "B"`.
    let text: String

    /// Compares two expressions that differ.
    init(_ old: String, _ new: String) {
        text = Self.text(old, new)
    }

    private static func text(_ old: String, _ new: String) -> String {
        guard let (oldHead, olds) = old.call, let (newHead, news) = new.call, oldHead == newHead,
            ![olds, news].contains([]), ![olds, news].contains([":"])
        else { return "\(shortened(old)) → \(shortened(new))" }
        let pairs = olds.count == news.count ? zip(olds, news).filter { $0 != $1 } : []
        if pairs.count == 1, let (before, after) = pairs.first, !oldHead.isEmpty,
            before.labelled?.label == after.labelled?.label
        {
            guard let one = before.labelled, let other = after.labelled else {
                return text(before, after)
            }
            return "\(one.label): \(text(one.value, other.value))"
        }
        let gone = olds.filter { !news.contains($0) }
        let came = news.filter { !olds.contains($0) }
        if gone.count == 1, came.count == 1, let before = gone[0].labelled,
            let after = came[0].labelled, before.label == after.label
        {
            return "\(before.label): \(text(before.value, after.value))"
        }
        if gone.isEmpty, came.isEmpty { return "reordered" }
        let words = [("without", gone), ("with", came)].filter { !$1.isEmpty }
        return words.map { "\($0) \(shortened($1.joined(separator: ", ")))" }
            .joined(separator: ", ")
    }

    /// A text, shortened for messages.
    static func shortened(_ text: String) -> String {
        let text = text.replacing("[ ", with: "[").replacing(" ]", with: "]")
        return text.count > limit ? text.prefix(limit) + "…" : text
    }
}
