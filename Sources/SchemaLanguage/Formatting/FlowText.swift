import Diagnostics
import YAMLTree

/// Writes scalars unchanged, and brackets with canonical blanks, on as many lines as they had.
struct FlowText {
    private typealias Irregular = LayoutReader.Irregular

    /// A pair of a mapping, or an element of a sequence.
    private struct Item {
        let key: YAMLNode?
        let value: YAMLNode
        let shape: NodeShape

        var start: SourcePosition { key?.range.start ?? value.range.start }
    }

    private let reader: LayoutReader
    private var texts = [""]
    /// The indentation of the last line.
    private var indentation = 0

    private init(_ reader: LayoutReader) {
        self.reader = reader
    }

    /// The canonical lines of a node; all but the first are indented as if the first were not.
    static func texts(
        of node: YAMLNode,
        _ shape: NodeShape,
        in reader: LayoutReader
    ) throws(LayoutReader.Irregular) -> [String] {
        var text = FlowText(reader)
        try text.write(node, shape)
        return text.texts
    }

    private mutating func write(_ node: YAMLNode, _ shape: NodeShape) throws(Irregular) {
        let shape = shape.of(node)
        let text = try reader.slice(node)
        switch node.content {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain
            writeLines(of: isPlain && shape.takesDefault ? DefaultText.spaced(text) : text)
        case .sequence(let elements):
            let items = elements.map { Item(key: nil, value: $0, shape: shape.element) }
            try write(items, items, in: node, ("[", "]"), padding: "")
        case .mapping(let pairs):
            let items = pairs.map { Item(key: $0.key, value: $0.value, shape: shape[$0.key]) }
            let ordered = shape.form?.ordered(items) { $0.key?.scalarText ?? "" }
            guard text.hasPrefix("{") else {
                // A pair in the brackets of a list.
                for item in items { try write(item, in: node) }
                return
            }
            try write(items, ordered ?? items, in: node, ("{", "}"), padding: " ")
        }
    }

    /// Writes a text; all lines but the first are indented like the line that it starts on.
    private mutating func writeLines(of text: String) {
        let lines = text.split(omittingEmptySubsequences: false) {
            ["\n", "\r\n", "\r"].contains($0)
        }
        append(String(lines.first ?? ""))
        for line in lines.dropFirst() {
            let words = line.drop { $0 == " " || $0 == "\t" }
            texts.append(words.isEmpty ? "" : blanks(indentation + BlockWriter.step) + words)
        }
    }

    private mutating func write(
        _ items: [Item],
        _ ordered: [Item],
        in node: YAMLNode,
        _ brackets: (opening: String, closing: String),
        padding: String
    ) throws(Irregular) {
        var place = offset(node.range.start) + 1
        var gaps: [FlowGap] = []
        for (index, item) in items.enumerated() {
            try checkInside(item, node, from: place)
            let range = place..<offset(item.start)
            gaps.append(try FlowGap(reader.lines, range, needsComma: index > 0))
            place = offset(item.value.range.end)
        }
        let end = offset(node.range.end) - 1
        gaps.append(try FlowGap(reader.lines, place..<end, needsComma: false))
        let isMoved = zip(items, ordered).contains { $0.start != $1.start }
        if isMoved || items.isEmpty, let comment = gaps.lazy.compactMap(\.firstComment).first {
            throw Irregular(start: comment, reason: .brackets)
        }
        append(brackets.opening)
        let outer = indentation
        for (index, item) in ordered.enumerated() {
            write(gaps[index], index == 0 ? padding : " ", indentation: outer + BlockWriter.step)
            try write(item, in: node)
            if index < ordered.count - 1 { append(",") }
        }
        if let last = gaps.last, !items.isEmpty {
            write(last, padding, indentation: outer + BlockWriter.step, closing: outer)
        }
        append(brackets.closing)
    }

    private mutating func write(_ item: Item, in node: YAMLNode) throws(Irregular) {
        if let key = item.key {
            guard case .scalar = key.content, key.range.start.line == key.range.end.line else {
                throw Irregular(start: key.range.start, reason: .key)
            }
            append("\(try reader.slice(key)): ")
        }
        try write(item.value, item.shape)
    }

    /// The contents of an alias or a merge key are not written here, and neither is a missing node.
    private func checkInside(_ item: Item, _ node: YAMLNode, from place: Int) throws(Irregular) {
        let isInside = { (inner: YAMLNode) in
            offset(inner.range.start) >= place && inner.range.end <= node.range.end
        }
        guard let key = item.key else {
            if isInside(item.value) { return }
            throw irregular(from: place)
        }
        guard isInside(key) else { throw irregular(from: place) }
        let end = offset(key.range.end)
        guard isInside(item.value), item.value.range.start != item.value.range.end else {
            throw irregular(from: end)
        }
        let gap = reader.lines.bytes[end..<max(end, offset(item.value.range.start))]
        let isPlain = gap.allSatisfy { " \t\r\n:".utf8.contains($0) }
        guard isPlain else { throw irregular(from: end) }
    }

    /// The unexpected text after a position.
    private func irregular(from place: Int) -> Irregular {
        let bytes = reader.lines.bytes
        let found = bytes[place...].firstIndex { !" \t\r\n:,".utf8.contains($0) } ?? place
        let byte = reader.byte(at: found)
        return Irregular(
            start: reader.lines.position(ofByte: found),
            reason: byte == UInt8(ascii: "#") ? .brackets : Irregular.reason(for: byte)
        )
    }

    private func offset(_ position: SourcePosition) -> Int {
        reader.lines.offset(of: position)
    }

    // MARK: - Lines

    private mutating func append(_ text: String) {
        texts[texts.count - 1] += text
    }

    private mutating func write(
        _ gap: FlowGap,
        _ padding: String,
        indentation: Int,
        closing: Int? = nil
    ) {
        guard gap.hasBreak else { return append(padding) }
        if let comment = gap.lineComment { append(blanks(comment.gap) + comment.text) }
        for trivia in gap.trivia {
            switch trivia {
            case .blank: texts.append("")
            case .comment(let text): texts.append(blanks(indentation) + text)
            }
        }
        self.indentation = closing ?? indentation
        texts.append(blanks(self.indentation))
    }

    private func blanks(_ count: Int) -> String {
        String(repeating: " ", count: count)
    }
}

extension Vocabulary.Form {
    /// Elements in canonical order: known keys first, the others in their own order.
    func ordered<Element>(_ elements: [Element], by key: (Element) -> String) -> [Element] {
        let places = elements.map { position(of: key($0)) ?? keys.count }
        return zip(places, elements.indices)
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { elements[$0.1] }
    }
}
