package import Diagnostics
import Parallelism
package import YAMLTree

/// A schema in a file: its entries with their comments and lines.
package struct WrittenSchema: Sendable {
    /// An entry of a block mapping.
    struct Entry: Sendable {
        /// The key, the value and the comments.
        var entry: SchemaEntry
        /// The position of the key.
        let key: SourceRange
        /// The indentation of the key.
        let indentation: Int
        /// The lines of the comment above the key; empty if there is none.
        let commentLines: Range<Int>
        /// The lines of the key and its value.
        let lines: Range<Int>
        /// The lines of comments below the value with deeper indentation than the key.
        let tailLines: Range<Int>
        /// The entries of the value, if it is a block mapping.
        let children: [Entry]?
        /// Whether the text has anchors, aliases or tags, which parsed values lack.
        let isFixed: Bool

        /// All lines.
        var allLines: Range<Int> { commentLines.lowerBound..<tailLines.upperBound }
    }

    /// The text.
    let lines: SourceLines
    /// The entries of the root.
    let entries: [Entry]

    /// The text in UTF-8.
    package var bytes: [UInt8] { lines.bytes }

    /// The root as a mapping.
    package var mapping: SchemaMapping { SchemaMapping(entries.map(\.entry), isBlock: true) }

    /// Parses a file; nil if it is not a mapping with one line per key.
    ///
    /// - Parameter file: The file.
    /// - Throws: ``YAMLSyntaxError`` with all errors.
    package init?(_ file: SourceFile) throws(YAMLSyntaxError) {
        let root = try DocumentSet.reader.read(file)
        let reader = WrittenSchemaReader(SourceLines(file))
        guard let root, let entries = reader.entries(of: root, below: 0) else { return nil }
        lines = reader.lines
        self.entries = entries
    }
}

/// Parses the entries of blocks, with the lines and comments of each.
struct WrittenSchemaReader {
    /// The minimum number of entries for using several threads.
    private static let chunk = 64

    let lines: SourceLines

    init(_ lines: SourceLines) {
        self.lines = lines
    }

    /// The entries of a block mapping; nil for any other node.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - floor: The last line that belongs to the preceding node.
    /// - Returns: The entries.
    func entries(of node: YAMLNode, below floor: Int) -> [WrittenSchema.Entry]? {
        let pairs = node.pairs
        // In braces, a comma follows each entry.
        guard let first = pairs.first?.key.range.start, !isFlow(node) else { return nil }
        var last = floor
        for pair in pairs {
            let start = pair.key.range.start
            guard start.line > last, start.column == first.column,
                lines.line(start.line).prefix(start.column - 1).allSatisfy({ $0 == 0x20 }),
                pair.key.text != nil
            else { return nil }
            last = lastLine(of: pair)
        }
        last = floor
        let places = pairs.map { pair in
            let place = Place(pair: pair, floor: last, lines: linesOfValue(pair))
            last = place.lines.tail - 1
            return place
        }
        return places.count > Self.chunk
            ? places.concurrentMap(chunk: Self.chunk, entry(at:)) : places.map(entry(at:))
    }

    /// A pair with its lines.
    private struct Place: Sendable {
        let pair: YAMLPair
        /// The last line that belongs to the preceding node.
        let floor: Int
        let lines: (end: Int, tail: Int)
    }

    /// The first line after a value, and the first after the comments that belong to it.
    private func linesOfValue(_ pair: YAMLPair) -> (end: Int, tail: Int) {
        let end = lastLine(of: pair) + 1
        let indentation = pair.key.range.start.column - 1
        var tail = end
        while let comment = comment(onLine: tail), comment.indentation > indentation { tail += 1 }
        return (end, tail)
    }

    private func entry(at place: Place) -> WrittenSchema.Entry {
        let pair = place.pair
        let (end, tail) = place.lines
        let start = pair.key.range.start
        let indentation = start.column - 1
        var firstComment = start.line
        while firstComment - 1 > place.floor, let comment = comment(onLine: firstComment - 1),
            comment.indentation <= indentation
        {
            firstComment -= 1
        }
        let isElsewhere = pair.value.range.start < pair.key.range.end
        let children = isElsewhere ? nil : entries(of: pair.value, below: start.line)
        let scan = ValueScan(pair, lines, isElsewhere: isElsewhere, end: end)
        var entry = SchemaEntry(pair.key.text ?? "", Self.node(pair.value))
        entry.comments = (firstComment..<start.line).compactMap { comment(onLine: $0)?.text }
        entry.remark = scan.remark
        let tailComments = (end..<tail).compactMap { comment(onLine: $0)?.text }
        var isFixed = scan.isFixed
        if let children {
            entry.value = .mapping(SchemaMapping(children.map(\.entry), isBlock: true))
            isFixed = scan.isFixedAtKey || children.contains(where: \.isFixed)
            entry.looseComments = comments(between: children, after: start.line) + tailComments
        } else {
            entry.looseComments = scan.comments + tailComments
        }
        return WrittenSchema.Entry(
            entry: entry,
            key: pair.key.range,
            indentation: indentation,
            commentLines: firstComment..<start.line,
            lines: start.line..<end,
            tailLines: end..<tail,
            children: children,
            isFixed: isFixed
        )
    }

    /// The comments between entries that belong to none of them, for example those above a blank
    /// line.
    private func comments(between entries: [WrittenSchema.Entry], after line: Int) -> [String] {
        var texts: [String] = []
        var next = line + 1
        for entry in entries {
            if next < entry.allLines.lowerBound {
                texts += (next..<entry.allLines.lowerBound).compactMap { comment(onLine: $0)?.text }
            }
            next = entry.allLines.upperBound
        }
        return texts
    }

    /// A comment on its own line, without `#`.
    private func comment(onLine number: Int) -> (text: String, indentation: Int)? {
        let line = lines.line(number)
        let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.first == UInt8(ascii: "#") else { return nil }
        return (ValueScan.commentText(rest), rest.startIndex - line.startIndex)
    }

    // MARK: - Where values end

    private func lastLine(of pair: YAMLPair) -> Int {
        let start = pair.key.range.start
        var line = max(start.line, lastLine(of: pair.value, from: pair.key.range.end))
        // A block scalar may end after the blank lines below it.
        while line > start.line {
            let text = lines.line(line).drop { $0 == 0x20 || $0 == 0x09 }
            let indentation = text.startIndex - lines.line(line).startIndex
            let isOutside = text.first == UInt8(ascii: "#") && indentation < start.column
            guard text.isEmpty || isOutside else { break }
            line -= 1
        }
        return line
    }

    /// The last line of a node; 0 for an alias, whose text is elsewhere.
    private func lastLine(of node: YAMLNode, from place: SourcePosition) -> Int {
        guard node.range.start >= place else { return 0 }
        let isFlow = isFlow(node)
        if !isFlow, let last = node.pairs.last {
            return max(last.key.range.end.line, lastLine(of: last.value, from: last.key.range.end))
        }
        if !isFlow, let last = node.elements.last {
            return lastLine(of: last, from: node.range.start)
        }
        return node.range.end.column == 1 ? node.range.end.line - 1 : node.range.end.line
    }

    private func isFlow(_ node: YAMLNode) -> Bool {
        let opening = lines.bytes[lines.offset(of: node.range.start)...].first
        return opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[")
    }

    // MARK: - Values

    /// A node without its positions and comments.
    static func node(_ node: YAMLNode) -> SchemaNode {
        switch node.content {
        case .scalar(let scalar):
            guard scalar.style == .plain, scalar.meaning != .string else {
                var text = scalar.text[...]
                if scalar.style == .literal || scalar.style == .folded {
                    while text.last?.isNewline == true { text.removeLast() }
                }
                return .text(String(text))
            }
            return .literal(scalar.text)
        case .sequence(let elements): return .sequence(elements.map(Self.node))
        case .mapping(let pairs):
            return .mapping(pairs.map { (key: $0.key.text ?? "", value: Self.node($0.value)) })
        }
    }
}
