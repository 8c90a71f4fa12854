import Parallelism

/// Writes a proposed schema as a person would: short forms, one-line mappings that fit, and
/// canonical key order.
package struct SchemaTextWriter: Sendable {
    /// The maximum length of a line.
    private static let width = 100
    private static let step = 2
    /// The minimum number of entries for using several threads.
    private static let chunk = 64
    /// The keys whose values are prose, which may be wrapped; other strings are data.
    private static let proseKeys: Set = ["doc", "deprecated"]

    /// Whether comments give evidence.
    private let showsEvidence: Bool

    /// Creates a writer.
    ///
    /// - Parameter showsEvidence: Whether comments on declarations and properties are written;
    ///   those at the top always are.
    package init(showsEvidence: Bool = true) {
        self.showsEvidence = showsEvidence
    }

    /// The text of a schema, in canonical form.
    package func text(for schema: ProposedSchema) -> String {
        var lines: [String] = []
        for (index, entry) in schema.mapping.entries.enumerated() {
            var entry = entry
            if index == 0 {
                lines += Self.comment(entry.comments, indentation: 0)
                entry.comments = []
            } else if index > 1 {
                lines.append("")
            }
            write(entry, indentation: 0, to: &lines)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of an entry with its comments.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - indentation: The number of spaces at the start of each line.
    /// - Returns: The lines, without line breaks.
    func lines(for entry: SchemaEntry, indentation: Int) -> [String] {
        var lines: [String] = []
        write(entry, indentation: indentation, to: &lines)
        return lines
    }

    /// The lines of a comment.
    static func comment(_ texts: [String], indentation: Int) -> [String] {
        texts.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
            .map { blanks(indentation) + ($0.isEmpty ? "#" : "# \($0)") }
    }

    private func write(_ entry: SchemaEntry, indentation: Int, to lines: inout [String]) {
        if showsEvidence {
            let comments = entry.comments + entry.looseComments
            lines += Self.comment(comments, indentation: indentation)
        }
        let remark = showsEvidence ? entry.remark.map { "  # \($0)" } ?? "" : ""
        let key = Self.blanks(indentation) + YAMLText.key(entry.key) + ":"
        let inner = indentation + Self.step
        if Self.proseKeys.contains(entry.key), case .text(let text) = entry.value, text.isBlockText
        {
            lines.append(key + " |" + remark)
            lines += BlockText.lines(of: text, width: Self.width - inner)
                .map { $0.isEmpty ? "" : Self.blanks(inner) + $0 }
            return
        }
        let budget = Self.width - key.unicodeScalars.count - 1
        let isLong = if case .text = entry.value { true } else { false }
        if let line = line(entry.value, isFlow: false, budget: isLong ? .max : budget) {
            lines.append("\(key) \(line)\(remark)")
            return
        }
        lines.append(key + remark)
        switch entry.value {
        case .text, .literal: break
        case .sequence(let elements): write(elements, indentation: inner, to: &lines)
        case .mapping(let mapping) where mapping.entries.count > Self.chunk:
            lines += mapping.entries.concurrentMap(chunk: Self.chunk) { entry in
                self.lines(for: entry, indentation: inner)
            }.joined()
        case .mapping(let mapping):
            for entry in mapping.entries { write(entry, indentation: inner, to: &lines) }
        }
    }

    private func write(_ elements: [SchemaNode], indentation: Int, to lines: inout [String]) {
        let dash = Self.blanks(indentation) + "- "
        for element in elements {
            switch element {
            case .text, .literal:
                lines.append(dash + (line(element, isFlow: false, budget: .max) ?? "null"))
            case .mapping(let mapping):
                let budget = Self.width - dash.count
                if let line = line(element, isFlow: false, budget: budget) {
                    lines.append(dash + line)
                    continue
                }
                let start = lines.count
                for entry in mapping.entries {
                    write(entry, indentation: indentation + Self.step, to: &lines)
                }
                if start < lines.count {
                    lines[start] = dash + lines[start].dropFirst(indentation + Self.step)
                }
            case .sequence(let inner):
                if let line = line(element, isFlow: false, budget: Self.width - dash.count) {
                    lines.append(dash + line)
                    continue
                }
                let start = lines.count
                write(inner, indentation: indentation + Self.step, to: &lines)
                if start < lines.count {
                    lines[start] = dash + lines[start].dropFirst(indentation + Self.step)
                }
            }
        }
    }

    /// A node on one line; nil if it does not fit, or has comments.
    private func line(_ node: SchemaNode, isFlow: Bool, budget: Int) -> String? {
        switch node {
        case .literal(let text): return text.unicodeScalars.count <= budget ? text : nil
        case .text(let text):
            let written = YAMLText.scalar(text, isFlow: isFlow)
            if isFlow, text.hasNewline { return nil }
            return written.unicodeScalars.count <= budget ? written : nil
        case .sequence(let elements):
            return joined(elements.map { (nil, $0) }, "[", "]", budget: budget)
        case .mapping(let mapping):
            guard !mapping.entries.isEmpty else { return "{}" }
            guard !mapping.isBlock else { return nil }
            if showsEvidence,
                mapping.entries.contains(where: \.hasComments)
            {
                return nil
            }
            return joined(
                mapping.entries.map { ($0.key, $0.value) },
                "{ ",
                " }",
                budget: budget
            )
        }
    }

    private func joined(
        _ items: [(key: String?, value: SchemaNode)],
        _ opening: String,
        _ closing: String,
        budget: Int
    ) -> String? {
        var text = opening
        var rest = budget - opening.count - closing.count
        for (index, item) in items.enumerated() {
            let key = item.key.map { YAMLText.key($0, isFlow: true) + ": " } ?? ""
            let separator = index == 0 ? "" : ", "
            rest -= key.unicodeScalars.count + separator.count
            guard rest > 0, let value = line(item.value, isFlow: true, budget: rest) else {
                return nil
            }
            rest -= value.unicodeScalars.count
            text += separator + key + value
        }
        return rest >= 0 ? text + closing : nil
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension String {
    /// Whether a block of lines is more readable.
    fileprivate var isBlockText: Bool {
        guard let first = first, !first.isWhitespace else { return false }
        return hasNewline || unicodeScalars.count > 160
    }
}
