/// The lines in which two texts differ, as hunks of a unified diff.
struct LineDifference {
    /// The number of equal lines around a difference.
    private static let context = 1
    /// The maximum number of lines to compare at once; longer sections are replaced as a whole.
    private static let sectionLimit = 2000

    /// The lines: `@@ -3,2 +3,3 @@`, then unchanged (` `), removed (`-`) and added ones (`+`).
    let lines: [String]
    /// The first line of the old text that differs, from 1.
    let firstLine: Int

    private struct Line {
        let mark: Character
        let text: Substring
    }

    /// Compares two texts, ignoring line endings.
    init(old: [UInt8], new: [UInt8]) {
        let old = Self.split(old)
        let new = Self.split(new)
        // Equal lines at both ends need no search, which is quadratic in the rest.
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let middle = Self.merge(old[head..<old.count - tail], new[head..<new.count - tail])
        let merged =
            old[..<head].map { Line(mark: " ", text: $0) } + middle
            + old.suffix(tail).map { Line(mark: " ", text: $0) }
        lines = Self.hunks(merged)
        firstLine = min(head + 1, max(old.count, 1))
    }

    private static func split(_ bytes: [UInt8]) -> [Substring] {
        var lines = String(decoding: LineEnds.normalized(bytes), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func merge(
        _ old: ArraySlice<Substring>,
        _ new: ArraySlice<Substring>
    ) -> [Line] {
        let (removed, inserted) = changes(from: old, to: new)
        var lines: [Line] = []
        var (i, j) = (old.startIndex, new.startIndex)
        while i < old.endIndex || j < new.endIndex {
            if i < old.endIndex, removed.contains(i) {
                lines.append(Line(mark: "-", text: old[i]))
                i += 1
            } else if j < new.endIndex, inserted.contains(j) {
                lines.append(Line(mark: "+", text: new[j]))
                j += 1
            } else if i < old.endIndex, j < new.endIndex {
                lines.append(Line(mark: " ", text: old[i]))
                i += 1
                j += 1
            } else {
                break
            }
        }
        return lines
    }

    /// The removed lines of the old text, and the added ones of the new text.
    private static func changes(
        from old: ArraySlice<Substring>,
        to new: ArraySlice<Substring>
    ) -> (removed: Set<Int>, inserted: Set<Int>) {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        var (i, j) = (old.startIndex, new.startIndex)
        for (nextI, nextJ) in anchors(old, new) + [(old.endIndex, new.endIndex)] {
            let (before, after) = (old[i..<nextI], new[j..<nextJ])
            if before.count + after.count > sectionLimit {
                removed.formUnion(before.indices)
                inserted.formUnion(after.indices)
            } else {
                for change in after.difference(from: before) {
                    switch change {
                    case .remove(let offset, _, _): removed.insert(i + offset)
                    case .insert(let offset, _, _): inserted.insert(j + offset)
                    }
                }
            }
            (i, j) = (nextI, nextJ)
        }
        return (removed, inserted)
    }

    /// The anchors between sections of long texts, as the search is quadratic: lines that each text
    /// contains once, to the extent that they are in the same order (Bram Cohen's patience diff).
    private static func anchors(
        _ old: ArraySlice<Substring>,
        _ new: ArraySlice<Substring>
    ) -> [(Int, Int)] {
        guard old.count + new.count > sectionLimit else { return [] }
        let news = uniqueLines(new)
        let pairs = uniqueLines(old).compactMap { text, i in news[text].map { (i, $0) } }
            .sorted { $0.0 < $1.0 }
        // The longest increasing subsequence: keeps, for each length, the one with the lowest last
        // element.
        var ends: [Int] = []
        var predecessors = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            predecessors[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var anchors: [(Int, Int)] = []
        var last = ends.last
        while let index = last {
            anchors.append(pairs[index])
            last = predecessors[index]
        }
        return anchors.reversed()
    }

    /// The positions of the lines that occur once in a text.
    private static func uniqueLines(_ lines: ArraySlice<Substring>) -> [Substring: Int] {
        var places: [Substring: Int?] = [:]
        for index in lines.indices {
            places.updateValue(
                places.keys.contains(lines[index]) ? nil : index,
                forKey: lines[index]
            )
        }
        return places.compactMapValues { $0 }
    }

    private static func hunks(_ lines: [Line]) -> [String] {
        var result: [String] = []
        var (oldLine, newLine) = (1, 1)
        var index = 0
        while index < lines.count {
            guard lines[index...].prefix(context + 1).contains(where: { $0.mark != " " }) else {
                oldLine += 1
                newLine += 1
                index += 1
                continue
            }
            // The end of the hunk: the next difference is more than twice the context away.
            var end = index
            var quiet = 0
            while end < lines.count, quiet <= 2 * context {
                quiet = lines[end].mark == " " && end > index + context ? quiet + 1 : 0
                end += 1
            }
            while end > index, lines[..<end].suffix(context + 1).allSatisfy({ $0.mark == " " }) {
                end -= 1
            }
            let hunk = lines[index..<end]
            let (olds, news) = (hunk.count { $0.mark != "+" }, hunk.count { $0.mark != "-" })
            result.append("@@ -\(oldLine),\(olds) +\(newLine),\(news) @@")
            result += hunk.map { "\($0.mark)\($0.text)" }
            oldLine += olds
            newLine += news
            index = end
        }
        return result
    }
}
