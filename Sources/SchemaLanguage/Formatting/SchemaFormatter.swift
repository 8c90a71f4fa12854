package import Diagnostics
package import YAMLTree

/// Formats a schema or a configuration in canonical order and style, and keeps every comment.
///
/// Keys have the order of the vocabulary; declarations, properties, and other names that the author
/// chose keep their order. Blocks are indented by two, brackets get canonical blanks, and several
/// blank lines become one. Scalars stay unchanged except for the blanks around the `=` of a
/// default. Brackets keep their lines, and all lines get the most frequent line break.
///
/// The result is read again and compared: if its meaning differed, the text would be left alone.
package struct SchemaFormatter: Sendable {
    /// The result for a text.
    package enum Result: Hashable, Sendable {
        /// It is already canonical.
        case canonical
        /// Its canonical form.
        case formatted(String)
        /// It is left alone, because of these obstacles, in the order of the text.
        case leftAlone([Obstacle])
    }

    /// Text that cannot be moved without risk.
    package struct Obstacle: Hashable, Sendable {
        /// Its start.
        package let start: SourcePosition
        /// Its end, if it is one word.
        package let end: SourcePosition
        /// The reason why it is not moved.
        package let reason: Reason
    }

    /// The reason why a text is left alone.
    package enum Reason: Hashable, Sendable {
        /// An anchor, an alias or a tag, which belongs to its place.
        case property
        /// A key with a `?`, or of several lines.
        case key
        /// A text that keeps the blank lines below it.
        case keptLines
        /// A line of blanks at the end of a block scalar, which is part of it.
        case blanks
        /// A comment in brackets whose keys are in another order.
        case brackets
        /// There is no mapping with one key per line.
        case root
        /// There is other text next to a key and its value.
        case layout
        /// The canonical form would change the meaning.
        case meaning
    }

    private let vocabulary: Vocabulary

    /// Makes a formatter of a language.
    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// Formats a text.
    ///
    /// - Throws: If it is not YAML.
    package func format(_ file: SourceFile) throws(YAMLSyntaxError) -> Result {
        // JSON has no comments and its own style; the encoding stays unchanged.
        guard !file.path.lowercased().hasSuffix(".json"), file.utf16Units == nil else {
            _ = try YAMLReader().read(file)
            return .canonical
        }
        // A block scalar at the end gets the line break, too, which editors add on saving.
        let isComplete = file.bytes.isEmpty || [0x0A, 0x0D].contains(file.bytes.last)
        let ended = isComplete ? file : SourceFile(path: file.path, bytes: file.bytes + [0x0A])
        guard let root = try YAMLReader().read(ended) else { return .canonical }
        let lines = SourceLines(ended)
        do throws(LayoutReader.Irregularities) {
            let text = try formatted(root, lines)
            if Array(text.utf8) == file.bytes { return .canonical }
            try verify(text, root, file.path)
            return .formatted(text)
        } catch {
            return .leftAlone(error.all.map { Obstacle($0, in: lines) })
        }
    }

    private func formatted(
        _ root: YAMLNode,
        _ lines: SourceLines
    ) throws(LayoutReader.Irregularities) -> String {
        guard case .mapping(let pairs) = root.content,
            pairs.first?.key.range.start == root.range.start
        else {
            let start = lines.offset(of: root.range.start)
            let reason = LayoutReader.Irregular.reason(for: lines.bytes[start...].first)
            let irregular = LayoutReader.Irregular(
                start: root.range.start,
                reason: reason == .layout ? .root : reason
            )
            throw LayoutReader.Irregularities(all: [irregular])
        }
        let (prologue, block) = try LayoutReader.read(
            root,
            lines,
            form: vocabulary.root,
            in: vocabulary
        )
        return BlockWriter.text(prologue: prologue, root: block, lineEnd: lines.usualEnd)
    }

    /// Checks that a new text has the meaning of the old one, and is canonical.
    private func verify(
        _ text: String,
        _ root: YAMLNode,
        _ path: String
    ) throws(LayoutReader.Irregularities) {
        let irregular = LayoutReader.Irregular(start: root.range.start, reason: .meaning)
        let failure = LayoutReader.Irregularities(all: [irregular])
        let file = SourceFile(path: path, text: text)
        guard let newRoot = try? YAMLReader().read(file) else { throw failure }
        let shape = NodeShape(form: vocabulary.root, vocabulary: vocabulary)
        guard meaning(of: newRoot, shape) == meaning(of: root, shape),
            try formatted(newRoot, SourceLines(file)) == text
        else { throw failure }
    }

    /// A tree without positions, and with the keys of closed sets in one order.
    private func meaning(of node: YAMLNode, _ shape: NodeShape) -> YAMLNode {
        var node = node
        let shape = shape.of(node)
        let nowhere = SourceFile(path: "", bytes: []).start
        node.range = nowhere
        switch node.content {
        case .scalar(var scalar):
            guard shape.takesDefault, scalar.style == .plain else { break }
            scalar.text = DefaultText.spaced(scalar.text)
            node.content = .scalar(scalar)
        case .sequence(let elements):
            node.content = .sequence(elements.map { meaning(of: $0, shape.element) })
        case .mapping(let pairs):
            let meanings = pairs.map { pair in
                YAMLPair(
                    key: meaning(of: pair.key, shape),
                    value: meaning(of: pair.value, shape[pair.key])
                )
            }
            let ordered = shape.form?.ordered(meanings) { $0.key.scalarText ?? "" }
            node.content = .mapping(ordered ?? meanings)
        }
        return node
    }
}

extension SchemaFormatter.Obstacle {
    /// Makes an obstacle of an irregularity, up to the end of the word or the comment.
    fileprivate init(_ irregular: LayoutReader.Irregular, in lines: SourceLines) {
        start = irregular.start
        reason = irregular.reason
        let line = lines.end(ofLine: start.line)
        let offset = lines.offset(of: start)
        let rest = lines.bytes[offset..<max(offset, lines.offset(of: line))]
        let word = rest.prefix { !" \t,]}".utf8.contains($0) }
        let isWhole = word.isEmpty || word.first == UInt8(ascii: "#")
        end = isWhole ? line : lines.position(ofByte: word.endIndex)
    }
}
