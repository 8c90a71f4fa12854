import Diagnostics
import YAMLTree

/// The values after a key or a dash.
extension LayoutReader {
    mutating func value(
        _ node: YAMLNode,
        _ shape: NodeShape,
        _ owner: Owner,
        after offset: Int,
        _ entry: inout Layout.Entry
    ) throws(Irregular) {
        let line = nextLine - 1
        let node = withoutProperties(node)
        let start = node.range.start
        let isBelow = start.line > line
        if node.range.start == node.range.end, case .scalar = node.content {
            entry.comment = try comment(after: offset)
            entry.tail = takeTail(from: owner.column + 1, before: owner.limit)
            return
        }
        if isBelow {
            // An anchor or a tag is in place of a comment; its node is still read.
            do throws(Irregular) {
                entry.comment = try comment(after: offset)
            } catch {
                irregularities.append(error)
            }
        } else {
            try checkGap(offset, lines.offset(of: start))
        }
        if isBlock(node) {
            let inner = Owner(
                column: owner.column,
                limit: owner.limit,
                isAfterDash: !isBelow
            )
            // A mapping after a key on the same line is not a block.
            guard isBelow || entry.key == nil else { throw irregular(at: lines.offset(of: start)) }
            entry.value = .block(block(node, shape, inner), below: isBelow)
            return
        }
        if isBelow {
            entry.between = takeTrivia(before: start.line)
            let prefix = lines.line(start.line).prefix(start.column - 1)
            guard nextLine == start.line, prefix.allSatisfy({ $0 == 0x20 }) else {
                throw irregular(line: min(nextLine, start.line))
            }
        }
        try inline(node, shape, owner, isBelow: isBelow, &entry)
    }

    /// A node without its anchor and its tag, which are reported and do not hide the rest.
    private func withoutProperties(_ node: YAMLNode) -> YAMLNode {
        var node = node
        var offset = lines.offset(of: node.range.start)
        let end = lines.offset(of: node.range.end)
        let isSpace = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
        while offset < end, "&!".utf8.contains(lines.bytes[offset]) {
            offset = lines.bytes[offset...].firstIndex(where: isSpace) ?? end
            offset = min(lines.bytes[offset...].firstIndex { !isSpace($0) } ?? end, end)
        }
        node.range.start = lines.position(ofByte: offset)
        return node
    }

    /// Checks the text between a key or a dash and its value on the same line: an anchor and a tag
    /// are reported, and the value is still read.
    private mutating func checkGap(_ offset: Int, _ start: Int) throws(Irregular) {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let found = lines.bytes[offset...].firstIndex { !isBlank($0) } ?? offset
        // An alias refers to a node above, which is read there.
        guard start > offset, found > offset else { throw irregular(at: found) }
        if found < start { irregularities.append(irregular(at: found)) }
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
        let comment = isBlockScalar(node) ? nil : try comment(after: lines.offset(of: end))
        if node.range.start.line == end.line || !isScalar(node) {
            let texts = try FlowText.texts(of: node, shape, in: self)
            let isText = isBelow || entry.key == nil
            let moved = Layout.Lines(lines: texts, column: 0, isText: isText)
            entry.value =
                texts.count == 1
                ? .line(texts[0], below: isBelow, comment: comment)
                : .lines(moved, below: isBelow, comment: comment)
        } else {
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
            try checkBlanks(below: node)
        }
        // Deeper lines below a block scalar could become part of it.
        if !isBlockScalar(node) {
            entry.tail = takeTail(from: owner.column + 1, before: owner.limit)
        }
    }

    /// Checks that no blank line below a block scalar is part of it.
    private func checkBlanks(below node: YAMLNode) throws(Irregular) {
        guard isBlockScalar(node) else { return }
        let start = node.range.start.line + 1
        guard let first = (start...max(start, lines.count)).first(where: { !isBlank($0) }) else {
            return
        }
        let column = lines.line(first).prefix { $0 == 0x20 }.count
        let isDeeper = { (line: Int) in lines.line(line).prefix { $0 == 0x20 }.count >= column }
        var line = first
        while line <= lines.count, isBlank(line) || isDeeper(line) { line += 1 }
        while line > first + 1, isBlank(line - 1) {
            line -= 1
            guard lines.line(line).count <= column else {
                let start = SourcePosition(line: line, column: 1)
                throw Irregular(start: start, reason: .blanks)
            }
        }
    }

    /// The lines of a text move with its first indented line.
    private func moved(
        _ texts: [String],
        of node: YAMLNode,
        _ owner: Owner
    ) -> Layout.Lines {
        let isNumbered = isBlockScalar(node) && texts[0].contains { $0.isNumber }
        guard !isNumbered,
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

    private func isScalar(_ node: YAMLNode) -> Bool {
        if case .scalar = node.content { true } else { false }
    }

    private func isBlockScalar(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content else { return false }
        return scalar.style == .literal || scalar.style == .folded
    }

    /// The text of a node; a node that starts with a property or an alias is irregular.
    func slice(_ node: YAMLNode) throws(Irregular) -> String {
        try slice(node, upTo: node.range.end)
    }

    private func slice(_ node: YAMLNode, upTo end: SourcePosition) throws(Irregular) -> String {
        let bytes = lines.bytes[lines.offset(of: node.range.start)..<lines.offset(of: end)]
        guard let first = bytes.first, !"&*!?".utf8.contains(first) else {
            throw irregular(at: lines.offset(of: node.range.start))
        }
        // Blank lines below a block scalar that keeps them are part of it.
        if isBlockScalar(node), bytes.prefix(4).contains(UInt8(ascii: "+")) {
            throw Irregular(start: node.range.start, reason: .keptLines)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
