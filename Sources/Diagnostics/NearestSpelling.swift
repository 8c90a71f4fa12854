/// Finds the name that was probably intended, for hints.
package enum NearestSpelling {
    /// The number of mistakes of one kind that get a suggestion: each one searches all names, and
    /// nobody reads more suggestions than this.
    package static let limit = 100

    /// The candidate whose spelling is closest to a word, or nil if none is close enough.
    ///
    /// Names that differ only in case, `_` or `-` are closest. For others, up to a third of the
    /// word can be inserted, left out, replaced or swapped with its neighbor. Of equal candidates
    /// the first wins.
    package static func nearest(
        to word: String,
        in candidates: some Sequence<String>
    ) -> String? {
        let scalars = Array(word.unicodeScalars)
        // Longer words are no typing mistakes, and the cost is the product of the lengths.
        guard !scalars.isEmpty, scalars.count <= 64 else {
            return nil
        }
        let folded = fold(word)
        var best: (candidate: String, distance: Int, exactDistance: Int)?
        for candidate in candidates where candidate.unicodeScalars.count <= 64 {
            let foldedCandidate = fold(candidate)
            let allowed = max(folded.count, foldedCandidate.count) / 3
            guard abs(folded.count - foldedCandidate.count) <= allowed else {
                continue
            }
            let most = min(allowed, best?.distance ?? .max)
            guard let distance = distance(from: folded, to: foldedCandidate, within: most) else {
                continue
            }
            let exact =
                Self.distance(from: scalars, to: Array(candidate.unicodeScalars), within: .max)
                ?? .max
            if let best, (best.distance, best.exactDistance) <= (distance, exact) {
                continue
            }
            best = (candidate, distance, exact)
        }
        return best?.candidate
    }

    /// The word in lower case, without the separators of naming styles.
    private static func fold(_ word: String) -> [Unicode.Scalar] {
        let lowercased = Array(word.lowercased().unicodeScalars)
        let folded = lowercased.filter { $0 != "_" && $0 != "-" }
        return folded.isEmpty ? lowercased : folded
    }

    /// The optimal string alignment distance: insertions, deletions, replacements and swaps; nil if
    /// it exceeds a limit.
    static func distance(
        from source: [Unicode.Scalar],
        to target: [Unicode.Scalar],
        within limit: Int = .max
    ) -> Int? {
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (row, scalar) in source.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(target.count + 1)
            for (column, other) in target.enumerated() {
                var cost = last[column] + (scalar == other ? 0 : 1)
                cost = min(cost, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == target[column - 1], source[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            // A swap refers to the row before the last: if both rows exceed the limit, no result is
            // below it.
            if let nearest = current.min(), nearest > limit, last.min() ?? 0 > limit { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[target.count] <= limit ? last[target.count] : nil
    }
}
