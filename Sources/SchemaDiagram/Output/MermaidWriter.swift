import Diagnostics

/// Writes diagrams in Mermaid, which GitHub and other sites render in Markdown.
struct MermaidWriter {
    /// The text.
    func text(of diagram: Diagram) -> String {
        let lines: [String]
        switch diagram.content {
        case .graph(let graph): lines = classes(of: graph)
        case .sequence(let sequence): lines = self.sequence(sequence)
        }
        let head = [
            lines[0], "    accTitle: \(escaped(diagram.title))",
            "    accDescr: \(escaped(diagram.description))",
        ]
        return (head + lines.dropFirst()).joined(separator: "\n") + "\n"
    }

    // MARK: - Graphs

    private func classes(of graph: DiagramGraph) -> [String] {
        let names = graph.nodes.indices.map { "d\($0 + 1)" }
        let ids = Dictionary(uniqueKeysWithValues: zip(graph.nodes.map(\.id), names))
        let rows = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.id, $0.rows) })
        var lines = ["classDiagram", "    direction LR"]
        for (index, group) in graph.groups.enumerated() {
            let name = group.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            lines.append("    namespace g\(index + 1)_\(String(name)) {")
            for (node, name) in zip(graph.nodes, names) where node.group == index {
                lines += box(node, name, "        ")
            }
            lines.append("    }")
        }
        for (node, name) in zip(graph.nodes, names) where node.group == nil {
            lines += box(node, name, "    ")
        }
        for edge in graph.edges {
            guard let source = ids[edge.source], let target = ids[edge.target] else { continue }
            let line: String
            switch edge.kind {
            case .refers: line = "-->"
            case .contains: line = "*--"
            case .uses: line = "..>"
            }
            let count = edge.multiplicity.map { " \"\($0.rawValue)\"" } ?? ""
            let label = [edge.row.flatMap { rows[edge.source]?[$0].name }, edge.label]
                .compactMap { $0 }.joined(separator: ", ")
            let text = label.isEmpty ? "" : " : \(escaped(label))"
            lines.append("    \(source) \(line)\(count) \(target)\(text)")
        }
        return lines
    }

    private func box(_ node: DiagramGraph.Node, _ name: String, _ indent: String) -> [String] {
        var lines = [
            "\(indent)class \(name)[\"\(escaped(node.name))\"] {",
            "\(indent)    <<\(node.kind.rawValue)>>",
        ]
        lines += node.notes.map { "\(indent)    \(escaped($0))" }
        if node.hiddenUses > 0 {
            lines.append("\(indent)    used by \(node.hiddenUses) declarations")
        }
        lines += node.rows.map { row in
            let detail = row.detail.isEmpty ? "" : " \(escaped(row.detail))"
            return "\(indent)    \(escaped(row.name))\(detail)"
        }
        if node.hiddenRows > 0 { lines.append("\(indent)    … \(node.hiddenRows) more") }
        lines.append("\(indent)}")
        return lines
    }

    // MARK: - Sequences

    private func sequence(_ sequence: DiagramSequence) -> [String] {
        var lines = ["sequenceDiagram"]
        for (index, participant) in sequence.participants.enumerated() {
            let text = ([participant.name] + (participant.detail.map { [$0] } ?? []))
                .map(escaped).joined(separator: "<br/>")
            lines.append("    participant p\(index) as \(text)")
        }
        let last = sequence.participants.count - 1
        for step in sequence.steps { write(step, last: last, "    ", to: &lines) }
        return lines
    }

    private func write(
        _ step: DiagramSequence.Step,
        last: Int,
        _ indent: String,
        to lines: inout [String]
    ) {
        switch step {
        case .message(let message):
            let text = ([message.text] + message.details).map(escaped).joined(separator: "<br/>")
            let arrow = message.isReply ? "-->>" : "->>"
            lines.append("\(indent)p\(message.source)\(arrow)p\(message.target): \(text)")
        case .note(let note):
            let text = note.lines.map(escaped).joined(separator: "<br/>")
            let (low, high) = (note.participants.lowerBound, note.participants.upperBound)
            let place = low == high ? "p\(low)" : "p\(low),p\(high)"
            lines.append("\(indent)Note over \(place): \(text)")
        case .heading(let text):
            lines.append("\(indent)Note over p0,p\(last): \(escaped(text))")
        case .choice(let courses):
            for (index, course) in courses.enumerated() {
                let word = index > 0 ? "else" : courses.count == 1 ? "opt" : "alt"
                lines.append("\(indent)\(word) \(escaped(course.condition))")
                for step in course.steps { write(step, last: last, indent + "    ", to: &lines) }
            }
            lines.append("\(indent)end")
        }
    }

    /// Any text in one line of Mermaid: characters with a special meaning become numeric entities.
    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.make(text).unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "/", "_", "…":
                result.unicodeScalars.append(scalar)
            case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic:
                result.unicodeScalars.append(scalar)
            default: result += "#\(scalar.value);"
            }
        }
        // A line that is empty or begins with a space would be ignored.
        return result.isEmpty ? "#160;" : result
    }
}
