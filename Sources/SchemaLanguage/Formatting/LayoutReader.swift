import Diagnostics
import YAMLTree

/// Reads the layout of a text from its tree, whose ranges are exact.
///
/// Everything between two nodes is looked at: what is neither a comment nor the punctuation that must be
/// there makes the text irregular, and then it is better left alone.
struct LayoutReader {
    /// The text has something that is not moved without risk: an anchor, a tag, a complex key.
    struct Irregular: Error {
        /// The line with it, from 1.
        let line: Int
        /// Why it is left alone.
        var reason = SchemaFormatter.Reason.layout

        /// What a byte begins that stands where a node must, or nothing.
        static func reason(for byte: UInt8?) -> SchemaFormatter.Reason {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"): .property
            case UInt8(ascii: "?"): .key
            default: .layout
            }
        }
    }

    let lines: SourceLines
    /// The first line, from 1, that nothing has claimed.
    var nextLine = 1

    /// Makes a reader of a text in UTF-8.
    init(_ lines: SourceLines) {
        self.lines = lines
    }

    /// The layout of a text with a mapping for its root.
    ///
    /// - Returns: the lines up to `---`, as they are, and the root.
    static func read(
        _ root: YAMLNode,
        _ lines: SourceLines,
        form: Vocabulary.Form,
        in vocabulary: Vocabulary
    ) throws(Irregular) -> (prologue: [String], root: Layout.Block) {
        var reader = LayoutReader(lines)
        let prologue = try reader.prologue(before: root.range.start.line)
        let shape = NodeShape(form: form, vocabulary: vocabulary)
        let owner = Owner(column: -1, limit: lines.count + 1, isAfterDash: false)
        var block = try reader.block(root, shape, owner)
        block.tail += reader.takeTrivia(before: lines.count + 1)
        guard reader.nextLine > lines.count else { throw Irregular(line: reader.nextLine) }
        return (prologue, block)
    }

    private mutating func prologue(before line: Int) throws(Irregular) -> [String] {
        let start = (1..<line).last { lines.line($0).starts(with: "---".utf8) }
        guard let start else { return [] }
        nextLine = start + 1
        return (1...start).map { text(of: $0) }
    }

    /// What a block stands in.
    private struct Owner {
        /// The column of the key or the dash, from 0; -1 for the root.
        let column: Int
        /// The line of what comes after it.
        let limit: Int
        /// Whether its first entry stands on the line of a dash.
        let isAfterDash: Bool
    }

    // MARK: - Blocks

    private mutating func block(
        _ node: YAMLNode,
        _ shape: NodeShape,
        _ owner: Owner
    ) throws(Irregular) -> Layout.Block {
        var block: Layout.Block
        let shape = shape.of(node)
        let column = node.range.start.column - 1
        switch node.content {
        case .mapping(let pairs):
            block = Layout.Block(isSequence: false, form: shape.form)
            for (index, pair) in pairs.enumerated() {
                let next = pairs.dropFirst(index + 1).first?.key.range.start.line
                var entry = Layout.Entry()
                let isAfterDash = index == 0 && owner.isAfterDash
                try start(&entry, pair.key.range.start, column, isAfterDash: isAfterDash)
                let place = Owner(column: column, limit: next ?? owner.limit, isAfterDash: false)
                try read(pair, shape[pair.key], place, into: &entry)
                block.entries.append(entry)
            }
        case .sequence(let elements):
            block = Layout.Block(isSequence: true, form: nil)
            for (index, element) in elements.enumerated() {
                let next = elements.dropFirst(index + 1).first?.range.start.line
                var entry = Layout.Entry()
                let dash = try dash(of: element, column)
                let isAfterDash = index == 0 && owner.isAfterDash
                try start(&entry, dash, column, isAfterDash: isAfterDash)
                let limit = next ?? owner.limit
                let end = lines.offset(of: dash) + 1
                let place = Owner(column: column, limit: limit, isAfterDash: false)
                try value(element, shape.element, place, after: end, &entry)
                block.entries.append(entry)
            }
        case .scalar:
            throw Irregular(line: node.range.start.line)
        }
        // A comment in the column of a key above is that key's business, not of the list below it.
        block.tail = takeTail(from: max(column, owner.column + 1), before: owner.limit)
        return block
    }

    /// Claims what is above an entry and checks that nothing is before it on its line.
    private mutating func start(
        _ entry: inout Layout.Entry,
        _ position: SourcePosition,
        _ column: Int,
        isAfterDash: Bool
    ) throws(Irregular) {
        let begin = lines.line(position.line).first { $0 != 0x20 && $0 != 0x09 }
        let reason = Irregular.reason(for: begin)
        guard position.column - 1 == column else {
            throw Irregular(line: position.line, reason: reason)
        }
        if isAfterDash {
            nextLine = position.line + 1
            return
        }
        entry.leading = takeTrivia(before: position.line)
        let prefix = lines.line(position.line).prefix(column)
        guard nextLine == position.line, prefix.allSatisfy({ $0 == 0x20 }) else {
            throw Irregular(line: position.line, reason: reason)
        }
        nextLine = position.line + 1
    }

    private mutating func read(
        _ pair: YAMLPair,
        _ shape: NodeShape,
        _ owner: Owner,
        into entry: inout Layout.Entry
    ) throws(Irregular) {
        let key = pair.key.range
        guard case .scalar(let scalar) = pair.key.content, key.start.line == key.end.line else {
            throw Irregular(line: key.start.line, reason: .key)
        }
        entry.key = try slice(pair.key)
        entry.keyText = scalar.text
        var colon = lines.offset(of: key.end)
        while let byte = byte(at: colon), byte == 0x20 || byte == 0x09 { colon += 1 }
        guard byte(at: colon) == UInt8(ascii: ":") else { throw Irregular(line: key.end.line) }
        try value(pair.value, shape, owner, after: colon + 1, &entry)
    }

    /// Where the dash of an element stands.
    private func dash(of element: YAMLNode, _ column: Int) throws(Irregular) -> SourcePosition {
        var line = max(nextLine, 1)
        // The first of a compact block stands on a line that is claimed already.
        if element.range.start.line < line { line = element.range.start.line }
        while line <= element.range.start.line {
            let position = SourcePosition(line: line, column: column + 1)
            if byte(at: lines.offset(of: position)) == UInt8(ascii: "-"),
                lines.line(line).count > column, !isTrivia(line)
            {
                return position
            }
            line += 1
        }
        throw Irregular(line: element.range.start.line)
    }

    // MARK: - Values

    private mutating func value(
        _ node: YAMLNode,
        _ shape: NodeShape,
        _ owner: Owner,
        after offset: Int,
        _ entry: inout Layout.Entry
    ) throws(Irregular) {
        let line = nextLine - 1
        let start = node.range.start
        let isBelow = start.line > line
        if node.range.start == node.range.end, case .scalar = node.content {
            entry.comment = try comment(after: offset)
            entry.tail = takeTail(from: owner.column + 1, before: owner.limit)
            return
        }
        if isBelow {
            entry.comment = try comment(after: offset)
        } else {
            let gap = lines.bytes[offset..<lines.offset(of: start)]
            guard !gap.isEmpty, gap.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                let byte = gap.first { $0 != 0x20 && $0 != 0x09 }
                throw Irregular(line: line, reason: Irregular.reason(for: byte))
            }
        }
        if isBlock(node) {
            let inner = Owner(
                column: owner.column,
                limit: owner.limit,
                isAfterDash: !isBelow
            )
            // A mapping behind a key on the same line is no block.
            guard isBelow || entry.key == nil else { throw Irregular(line: line) }
            entry.value = .block(try block(node, shape, inner), below: isBelow)
            return
        }
        if isBelow {
            entry.between = takeTrivia(before: start.line)
            let prefix = lines.line(start.line).prefix(start.column - 1)
            guard nextLine == start.line, prefix.allSatisfy({ $0 == 0x20 }) else {
                let byte = prefix.first { $0 != 0x20 }
                throw Irregular(line: start.line, reason: Irregular.reason(for: byte))
            }
        }
        try inline(node, shape, owner, isBelow: isBelow, &entry)
    }

    private mutating func inline(
        _ node: YAMLNode,
        _ shape: NodeShape,
        _ owner: Owner,
        isBelow: Bool,
        _ entry: inout Layout.Entry
    ) throws(Irregular) {
        let end = node.range.end
        nextLine = end.line + 1
        if node.range.start.line == end.line {
            let comment = isBlockScalar(node) ? nil : try comment(after: lines.offset(of: end))
            let text = try FlowText(slice: slice).text(of: node, shape)
            entry.value = .line(text, below: isBelow, comment: comment)
        } else {
            let comment = isBlockScalar(node) ? nil : try comment(after: lines.offset(of: end))
            let first = try slice(node, upTo: lines.end(ofLine: node.range.start.line))
            let rest = (node.range.start.line + 1..<end.line).map { text(of: $0) }
            let last = String(
                decoding: lines.line(end.line).prefix(
                    lines.offset(of: end)
                        - lines.offset(of: SourcePosition(line: end.line, column: 1))
                ),
                as: UTF8.self
            )
            entry.value = .lines(
                moved([first] + rest + [last], of: node, owner),
                below: isBelow,
                comment: comment
            )
        }
        // What is indented deeper below a block of text could become part of it.
        if !isBlockScalar(node) {
            entry.tail = takeTail(from: owner.column + 1, before: owner.limit)
        }
    }

    /// The lines of a text move with its first line that is indented; those in brackets with their key.
    private func moved(
        _ texts: [String],
        of node: YAMLNode,
        _ owner: Owner
    ) -> Layout.Lines {
        let isNumbered = isBlockScalar(node) && texts[0].contains { $0.isNumber }
        guard case .scalar = node.content, !isNumbered,
            let text = texts.dropFirst().first(where: { !$0.withoutTrailingBlanks.isEmpty })
        else {
            return Layout.Lines(lines: texts, column: max(owner.column, 0), isText: false)
        }
        let column = text.prefix { $0 == " " }.count
        return Layout.Lines(lines: texts, column: column, isText: true)
    }

    /// Whether a node is a collection without brackets.
    private func isBlock(_ node: YAMLNode) -> Bool {
        switch node.content {
        case .scalar: false
        case .mapping(let pairs): pairs.first?.key.range.start == node.range.start
        case .sequence: byte(at: lines.offset(of: node.range.start)) == UInt8(ascii: "-")
        }
    }

    private func isBlockScalar(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        return scalar.style == .literal || scalar.style == .folded
    }

    /// The text of a node; one that starts with a property or an alias is irregular.
    private func slice(_ node: YAMLNode) throws(Irregular) -> String {
        try slice(node, upTo: node.range.end)
    }

    private func slice(_ node: YAMLNode, upTo end: SourcePosition) throws(Irregular) -> String {
        let bytes = lines.bytes[lines.offset(of: node.range.start)..<lines.offset(of: end)]
        guard let first = bytes.first, !"&*!?".utf8.contains(first) else {
            let reason = Irregular.reason(for: bytes.first)
            throw Irregular(line: node.range.start.line, reason: reason)
        }
        // Blank lines below a block that keeps them are text.
        if isBlockScalar(node), bytes.prefix(4).contains(UInt8(ascii: "+")) {
            throw Irregular(line: node.range.start.line, reason: .keptLines)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
