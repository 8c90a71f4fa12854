import Diagnostics
import YAMLTree

/// The parts of a value's text besides scalars: comments, anchors, aliases and tags.
struct ValueScan {
    /// The comment after the value, or after the key if the value is below it.
    private(set) var remark: String?
    /// The other comments.
    private(set) var comments: [String] = []
    /// Whether there is an anchor, an alias or a tag.
    private(set) var isFixed: Bool
    /// Whether there is one on the line of the key, before the value.
    private(set) var isFixedAtKey: Bool

    /// Scans the text after a key.
    ///
    /// - Parameters:
    ///   - pair: The key and the value.
    ///   - lines: The text.
    ///   - isElsewhere: Whether the value is an alias, whose text is elsewhere.
    ///   - end: The line after the value.
    init(_ pair: YAMLPair, _ lines: SourceLines, isElsewhere: Bool, end: Int) {
        isFixed = isElsewhere
        isFixedAtKey = isElsewhere
        let start = lines.offset(of: pair.key.range.end)
        let limit = lines.offset(of: lines.end(ofLine: end - 1))
        guard start < limit, !isElsewhere else { return }
        var scalars: [Range<Int>] = []
        isFixed = !Self.collect(pair.value, lines, from: start, into: &scalars)
        let valueEnd = lines.offset(of: pair.value.range.end)
        // If the value is below its key, the remark is on the line of the key.
        let isBelow =
            pair.value.isBlockText || pair.value.range.start.line > pair.key.range.start.line
        let keyLine = lines.offset(of: lines.end(ofLine: pair.key.range.start.line))
        var next = scalars[...]
        var index = start
        var previous: UInt8 = 0x20
        while index < limit {
            if let scalar = next.first, index >= scalar.lowerBound {
                next.removeFirst()
                index = max(index, scalar.upperBound)
                previous = 0
                continue
            }
            let byte = lines.bytes[index]
            let isAfterBlank = previous <= 0x20
            if byte == UInt8(ascii: "#"), isAfterBlank {
                let line = lines.bytes[index..<limit].prefix { $0 != 0x0A && $0 != 0x0D }
                let text = Self.commentText(line)
                if remark == nil, index >= valueEnd || isBelow && index < keyLine {
                    remark = text
                } else {
                    comments.append(text)
                }
                index = line.endIndex
                previous = 0x0A
                continue
            }
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
                guard isAfterBlank || "[{,".utf8.contains(previous) else { break }
                isFixed = true
                if index < keyLine { isFixedAtKey = true }
            default: break
            }
            previous = byte
            index += 1
        }
    }

    /// The text of a comment, without `# `.
    static func commentText(_ bytes: ArraySlice<UInt8>) -> String {
        var text = bytes.dropFirst()
        if text.first == 0x20 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// Collects the scalars in a value; returns whether all are in its text and have no tags.
    private static func collect(
        _ node: YAMLNode,
        _ lines: SourceLines,
        from start: Int,
        into ranges: inout [Range<Int>]
    ) -> Bool {
        var isPlain = node.tag == nil
        switch node.content {
        case .scalar(let scalar):
            let range = node.range
            // The indicators after `|` are not part of the text.
            let lower = lines.offset(
                of: scalar.style.isBlock ? lines.end(ofLine: range.start.line) : range.start
            )
            guard lower >= (ranges.last?.upperBound ?? start) else { return false }
            let upper = lines.offset(of: range.end)
            if lower < upper { ranges.append(lower..<upper) }
        case .sequence(let elements):
            for element in elements {
                isPlain = collect(element, lines, from: start, into: &ranges) && isPlain
            }
        case .mapping(let pairs):
            for pair in pairs {
                isPlain = collect(pair.key, lines, from: start, into: &ranges) && isPlain
                isPlain = collect(pair.value, lines, from: start, into: &ranges) && isPlain
            }
        }
        return isPlain
    }
}

extension YAMLNode {
    /// Whether it is a block scalar.
    fileprivate var isBlockText: Bool {
        if case .scalar(let scalar) = content { scalar.style.isBlock } else { false }
    }
}

extension YAMLScalar.Style {
    /// Whether it is written as a block scalar.
    fileprivate var isBlock: Bool { self == .literal || self == .folded }
}
