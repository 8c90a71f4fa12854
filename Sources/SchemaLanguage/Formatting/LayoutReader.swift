import Diagnostics
import YAMLTree

/// Reads the layout of a text from its tree, whose ranges are exact.
///
/// It examines everything between two nodes: text other than comments and the required punctuation
/// makes the text irregular, and then it is not formatted.
struct LayoutReader {
    /// Text that cannot be moved without risk: an anchor, a tag, a complex key.
    struct Irregular: Error {
        /// Its position.
        let start: SourcePosition
        /// The reason why it is left alone.
        var reason = SchemaFormatter.Reason.layout

        /// The reason for the byte in place of a node, or of nothing.
        static func reason(for byte: UInt8?) -> SchemaFormatter.Reason {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"): .property
            case UInt8(ascii: "?"): .key
            default: .layout
            }
        }
    }

    /// All irregularities of a text, in order; never empty.
    struct Irregularities: Error {
        let all: [Irregular]
    }

    let lines: SourceLines
    /// The first unclaimed line, from 1.
    var nextLine = 1
    /// The irregularities so far; reading continues, so that all of them are reported.
    var irregularities: [Irregular] = []

    /// Makes a reader of a text in UTF-8.
    init(_ lines: SourceLines) {
        self.lines = lines
    }

    /// The layout of a text whose root is a mapping.
    ///
    /// - Returns: The lines up to `---`, unchanged, and the root.
    static func read(
        _ root: YAMLNode,
        _ lines: SourceLines,
        form: Vocabulary.Form,
        in vocabulary: Vocabulary
    ) throws(Irregularities) -> (prologue: [String], root: Layout.Block) {
        var reader = LayoutReader(lines)
        let prologue = reader.prologue(before: root.range.start.line)
        let shape = NodeShape(form: form, vocabulary: vocabulary)
        let owner = Owner(column: -1, limit: lines.count + 1, isAfterDash: false)
        var block = reader.block(root, shape, owner)
        block.tail += reader.takeTrivia(before: lines.count + 1)
        if reader.nextLine <= lines.count {
            reader.irregularities.append(reader.irregular(line: reader.nextLine))
        }
        guard reader.irregularities.isEmpty else {
            throw Irregularities(all: reader.irregularities)
        }
        return (prologue, block)
    }

    private mutating func prologue(before line: Int) -> [String] {
        let start = (1..<line).last { lines.line($0).starts(with: "---".utf8) }
        guard let start else { return [] }
        nextLine = start + 1
        return (1...start).map { text(of: $0) }
    }

    /// The parent of a block.
    struct Owner {
        /// The column of the key or the dash, from 0; -1 for the root.
        let column: Int
        /// The line of the text after it.
        let limit: Int
        /// Whether its first entry is on the line of a dash.
        let isAfterDash: Bool
    }

    // MARK: - Blocks

    mutating func block(
        _ node: YAMLNode,
        _ shape: NodeShape,
        _ owner: Owner
    ) -> Layout.Block {
        var block: Layout.Block
        let shape = shape.of(node)
        let column = node.range.start.column - 1
        switch node.content {
        case .mapping(let pairs):
            block = Layout.Block(isSequence: false, form: shape.form)
            for (index, pair) in pairs.enumerated() {
                let next = pairs.dropFirst(index + 1).first?.key.range.start.line
                let place = Owner(column: column, limit: next ?? owner.limit, isAfterDash: false)
                do throws(Irregular) {
                    var entry = Layout.Entry()
                    let isAfterDash = index == 0 && owner.isAfterDash
                    try start(&entry, pair.key.range.start, column, isAfterDash: isAfterDash)
                    try read(pair, shape[pair.key], place, into: &entry)
                    block.entries.append(entry)
                } catch {
                    goOn(after: error, pair.key.range.start, pair.value, before: place.limit)
                }
            }
        case .sequence(let elements):
            block = Layout.Block(isSequence: true, form: nil)
            for (index, element) in elements.enumerated() {
                let next = elements.dropFirst(index + 1).first?.range.start.line
                let place = Owner(column: column, limit: next ?? owner.limit, isAfterDash: false)
                do throws(Irregular) {
                    var entry = Layout.Entry()
                    let dash = try dash(of: element, column)
                    let isAfterDash = index == 0 && owner.isAfterDash
                    try start(&entry, dash, column, isAfterDash: isAfterDash)
                    let end = lines.offset(of: dash) + 1
                    try value(element, shape.element, place, after: end, &entry)
                    block.entries.append(entry)
                } catch {
                    goOn(after: error, error.start, element, before: place.limit)
                }
            }
        case .scalar:
            // Not called for one.
            block = Layout.Block(isSequence: false, form: nil)
        }
        // A comment in the column of a key above belongs to that key, not to the list below it.
        block.tail = takeTail(from: max(column, owner.column + 1), before: owner.limit)
        return block
    }

    /// Records why an entry is irregular, and claims its lines, so that the others are read.
    private mutating func goOn(
        after irregular: Irregular,
        _ start: SourcePosition,
        _ value: YAMLNode,
        before limit: Int
    ) {
        irregularities.append(irregular)
        var line = max(start.line, irregular.start.line) + 1
        // The target of an alias is elsewhere.
        if value.range.start >= start {
            let end = value.range.end
            line = max(line, end.column == 1 ? end.line : end.line + 1)
        }
        nextLine = max(nextLine, min(line, limit))
    }

    /// The irregularity of a whole line: the first one on it.
    func irregular(line: Int) -> Irregular {
        let bytes = lines.line(line)
        let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.startIndex
        return irregular(at: start)
    }

    /// The irregularity at one position.
    func irregular(at offset: Int) -> Irregular {
        let reason = Irregular.reason(for: byte(at: offset))
        return Irregular(start: lines.position(ofByte: offset), reason: reason)
    }

    /// Claims the lines above an entry and checks that nothing is before it on its line.
    private mutating func start(
        _ entry: inout Layout.Entry,
        _ position: SourcePosition,
        _ column: Int,
        isAfterDash: Bool
    ) throws(Irregular) {
        guard position.column - 1 == column else { throw irregular(line: position.line) }
        if isAfterDash {
            nextLine = position.line + 1
            return
        }
        entry.leading = takeTrivia(before: position.line)
        let prefix = lines.line(position.line).prefix(column)
        guard nextLine == position.line, prefix.allSatisfy({ $0 == 0x20 }) else {
            throw irregular(line: min(nextLine, position.line))
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
            throw Irregular(start: key.start, reason: .key)
        }
        entry.key = try slice(pair.key)
        entry.keyText = scalar.text
        var colon = lines.offset(of: key.end)
        while let byte = byte(at: colon), byte == 0x20 || byte == 0x09 { colon += 1 }
        guard byte(at: colon) == UInt8(ascii: ":") else { throw irregular(at: colon) }
        try value(pair.value, shape, owner, after: colon + 1, &entry)
    }

    /// The position of the dash of an element.
    private func dash(of element: YAMLNode, _ column: Int) throws(Irregular) -> SourcePosition {
        var line = max(nextLine, 1)
        // The first entry of a compact block is on a line that is already claimed.
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
        throw irregular(line: element.range.start.line)
    }
}
