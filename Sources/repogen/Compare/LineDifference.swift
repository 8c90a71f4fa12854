/// The lines in which two texts differ, as hunks of a unified diff.
struct LineDifference {
    /// How many equal lines stand around a difference.
    private static let context = 1

    /// The lines: `@@ -3,2 +3,3 @@`, then those that stay (` `), go (`-`) and come (`+`).
    let lines: [String]
    /// The first line of the old text that differs, from 1.
    let firstLine: Int

    private struct Line {
        let mark: Character
        let text: Substring
    }

    /// Compares two texts, whatever the ends of their lines.
    init(old: [UInt8], new: [UInt8]) {
        let old = Self.split(old)
        let new = Self.split(new)
        // What is the same at both ends needs no search, which is quadratic in what differs.
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
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
            case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
            }
        }
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
            // Up to where twice the context, and nothing else, separates this from the next.
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
