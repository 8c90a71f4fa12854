package import Diagnostics
package import YAMLTree

/// Puts a schema or a configuration into canonical order and style, and keeps every comment.
///
/// The order of keys is that of the vocabulary; declarations, properties, and whatever else has names of
/// the author's own, stay in theirs. Blocks are indented by two, brackets have the blanks that belong
/// there, and of several blank lines one stays. Scalars are not touched, but for the blanks around the
/// `=` before a default; brackets keep their lines, and lines the end that most of them have.
///
/// The result is read again and compared: where it would not mean the same, the text is left alone.
package struct SchemaFormatter: Sendable {
    /// What becomes of a text.
    package enum Result: Hashable, Sendable {
        /// It is canonical already.
        case canonical
        /// This is its canonical form.
        case formatted(String)
        /// It is better left alone, because of these, in the order of the text.
        case leftAlone([Obstacle])
    }

    /// Something that is not moved without risk.
    package struct Obstacle: Hashable, Sendable {
        /// Where it begins.
        package let start: SourcePosition
        /// Where it ends, as far as it is one word.
        package let end: SourcePosition
        /// Why it is not moved.
        package let reason: Reason
    }

    /// Why a text is better left alone.
    package enum Reason: Hashable, Sendable {
        /// An anchor, an alias or a tag, which belongs to its place.
        case property
        /// A key with a `?`, or of several lines.
        case key
        /// A text that keeps the blank lines below it.
        case keptLines
        /// A line of blanks at the end of a text, which is part of it.
        case blanks
        /// A comment in brackets whose keys are in another order.
        case brackets
        /// There is no mapping with a key a line.
        case root
        /// Something else stands beside a key and its value.
        case layout
        /// In canonical form it would not mean the same.
        case meaning
    }

    private let vocabulary: Vocabulary

    /// Makes a formatter of a language.
    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// Formats a text.
    ///
    /// - Throws: where it is no YAML.
    package func format(_ file: SourceFile) throws(YAMLSyntaxError) -> Result {
        // JSON has no comments and a style of its own; an encoding is not ours to change.
        guard !file.path.lowercased().hasSuffix(".json"), file.utf16Units == nil else {
            _ = try YAMLReader().read(file)
            return .canonical
        }
        guard let root = try YAMLReader().read(file) else { return .canonical }
        let lines = SourceLines(file)
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

    /// Makes sure that a new text means what the old one does, and is canonical itself.
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

    /// A tree without its places, and with the keys of closed sets in one order.
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
    /// Takes what a text has in one place, up to where the word ends, or the comment.
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
