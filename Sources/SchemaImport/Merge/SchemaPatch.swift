import Diagnostics
import SchemaLanguage

/// Writes a merged schema into the existing text: unchanged entries keep their lines.
struct SchemaPatch {
    /// The new text.
    private(set) var text: String
    /// The conflicts due to anchors, aliases or tags in the text.
    private(set) var conflicts: [SchemaConflict] = []

    private let source: WrittenSchema
    private let writer = SchemaTextWriter()
    /// Replaced lines with their replacement; an insertion replaces none.
    private var edits: [(lines: Range<Int>, new: [String])] = []
    /// The edits of comments above entries; a comment of an entry that has none replaces no lines.
    private var commentEdits: Set<Int> = []

    /// Creates the text.
    ///
    /// - Parameters:
    ///   - schema: The merged schema.
    ///   - source: The schema on disk.
    init(_ schema: SchemaMapping, into source: WrittenSchema) {
        self.source = source
        text = String(decoding: source.bytes, as: UTF8.self)
        patch(source.entries, schema.entries, below: 0, at: [], indentation: 0)
        guard !edits.isEmpty else { return }
        text = edited()
        // A canonical schema stays canonical.
        let formatter = SchemaFormatter(.schema)
        let former = SourceFile(path: "schema.yaml", bytes: source.bytes)
        let new = SourceFile(path: "schema.yaml", text: text)
        if (try? formatter.format(former)) == .canonical,
            case .formatted(let formatted)? = try? formatter.format(new)
        {
            text = formatted
        }
    }

    // MARK: - Entries

    private mutating func patch(
        _ olds: [WrittenSchema.Entry],
        _ news: [SchemaEntry],
        below line: Int,
        at path: [String],
        indentation: Int
    ) {
        let isSpaced =
            path.isEmpty
            || olds.dropFirst().contains { isBlank(line: $0.allLines.lowerBound - 1) }
        let byName = Dictionary(news.map { ($0.name, $0) }) { first, _ in first }
        var known: [String: WrittenSchema.Entry] = [:]
        for old in olds {
            known[old.entry.name] = old
            if let new = byName[old.entry.name] {
                patch(old, new, at: path + [new.name])
            } else if old.isFixed {
                note(.fixed(document: []), path + [old.entry.name])
            } else {
                remove(old.allLines)
            }
        }
        var place = olds.first?.allLines.lowerBound ?? line + 1
        var isFirst = true
        for new in news {
            if let old = known[new.name] {
                place = old.allLines.upperBound
                isFirst = false
                continue
            }
            var lines = writer.lines(for: new, indentation: indentation)
            if isSpaced, isFirst { lines.append("") } else if isSpaced { lines.insert("", at: 0) }
            edits.append((place..<place, lines))
        }
    }

    private mutating func patch(
        _ old: WrittenSchema.Entry,
        _ new: SchemaEntry,
        at path: [String]
    ) {
        guard !new.isWritten(as: old.entry) else { return }
        if old.isFixed, !new.means(old.entry), old.children == nil {
            note(.fixed(document: EntryMerge.lines(of: new)), path)
            return
        }
        let isSameValue = new.value.meaning == old.entry.value.meaning
        let isSameLine = new.key == old.entry.key && new.remark == old.entry.remark
        let children = old.children ?? []
        let isJoined =
            !isSameValue && new.isOnOneLine && old.entry.value.entries.allSatisfy(\.isBare)
        // Braces have no place for the comments of their entries.
        let needsBlock = children.isEmpty && !new.value.entries.allSatisfy(\.isBare)
        if isSameLine, !needsBlock,
            isSameValue || !children.isEmpty && !new.value.entries.isEmpty && !isJoined
        {
            if new.comments != old.entry.comments {
                let lines = SchemaTextWriter.comment(new.comments, indentation: old.indentation)
                commentEdits.insert(edits.count)
                edits.append((old.commentLines, lines))
            }
            guard let first = children.first else { return }
            patch(
                children,
                new.value.entries,
                below: old.lines.lowerBound,
                at: path,
                indentation: first.indentation
            )
            return
        }
        if old.isFixed {
            note(.fixed(document: EntryMerge.lines(of: new)), path)
            return
        }
        edits.append((old.allLines, writer.lines(for: new, indentation: old.indentation)))
    }

    private mutating func note(_ kind: SchemaConflict.Kind, _ path: [String]) {
        conflicts.append(SchemaConflict(path: path, kind: kind))
    }

    // MARK: - Lines

    private func isBlank(line: Int) -> Bool {
        line >= 1 && source.lines.line(line).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    /// Removes lines, and one of two blank lines that would meet.
    private mutating func remove(_ lines: Range<Int>) {
        let isBetween = isBlank(line: lines.lowerBound - 1) && isBlank(line: lines.upperBound)
        let end = isBetween ? lines.upperBound + 1 : lines.upperBound
        edits.append((lines.lowerBound..<end, []))
    }

    private func edited() -> String {
        let lines = source.lines
        var texts = (1...lines.count).map { String(decoding: lines.line($0), as: UTF8.self) }
        let isClosed = texts.last?.isEmpty == true
        if isClosed { texts.removeLast() }
        var result: [String] = []
        var next = 1
        func order(_ index: Int) -> (Int, Int, Int, Int) {
            let lines = edits[index].lines
            // A comment belongs to the entry below it, so what is inserted there comes before it.
            let isComment = commentEdits.contains(index)
            return (lines.lowerBound, lines.upperBound, isComment ? 1 : 0, index)
        }
        for edit in edits.indices.sorted(by: { order($0) < order($1) }).map({ edits[$0] }) {
            if edit.lines.lowerBound > next {
                result += texts[(next - 1)..<min(edit.lines.lowerBound - 1, texts.count)]
            }
            result += edit.new
            next = max(next, edit.lines.upperBound)
        }
        if next <= texts.count { result += texts[(next - 1)...] }
        while result.last?.isEmpty == true { result.removeLast() }
        let end = lines.usualEnd
        return result.map { $0 + end }.joined()
    }
}

extension SchemaEntry {
    /// Whether it is a mapping that fits on one line, ignoring comments.
    fileprivate var isOnOneLine: Bool {
        guard case .mapping(let mapping) = value else { return false }
        return !mapping.isBlock && mapping.entries.allSatisfy(\.isBare)
    }

    /// Whether it has no comments.
    fileprivate var isBare: Bool { allComments.isEmpty }

    /// Whether both have the same keys, values and comments.
    fileprivate func isWritten(as other: SchemaEntry) -> Bool {
        guard means(other), comments == other.comments, remark == other.remark else { return false }
        guard value.isMapping, other.value.isMapping else { return true }
        let others = Dictionary(other.value.entries.map { ($0.key, $0) }) { first, _ in first }
        return value.entries.allSatisfy { entry in
            others[entry.key].map(entry.isWritten) ?? false
        }
    }
}
