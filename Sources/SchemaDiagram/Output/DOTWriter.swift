import Diagnostics

/// Writes diagrams in DOT, the language of Graphviz.
struct DOTWriter {
    /// Converts schema lines to links; nil for none.
    let links: SchemaLinks?

    /// The text.
    func text(of diagram: Diagram) -> String {
        var lines = [
            "digraph {",
            "    graph [label=\(quoted(diagram.title)) labelloc=t rankdir=LR "
                + "fontname=\"Helvetica\" tooltip=\(quoted(diagram.description))]",
            "    node [shape=plain fontname=\"Courier\" fontsize=11]",
            "    edge [fontname=\"Courier\" fontsize=10 color=\"#57606a\"]",
        ]
        switch diagram.content {
        case .graph(let graph): lines += self.lines(of: graph)
        case .sequence(let sequence): lines += self.lines(of: sequence)
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    // MARK: - Graphs

    private func lines(of graph: DiagramGraph) -> [String] {
        let names = graph.nodes.indices.map { "d\($0 + 1)" }
        let ids = Dictionary(uniqueKeysWithValues: zip(graph.nodes.map(\.id), names))
        var lines: [String] = []
        for (index, group) in graph.groups.enumerated() {
            lines.append("    subgraph cluster_\(index + 1) {")
            lines.append("        label=\(quoted(group.name))")
            lines.append("        color=\"#afb8c1\"")
            for (node, name) in zip(graph.nodes, names) where node.group == index {
                lines.append("        \(box(node, name))")
            }
            lines.append("    }")
        }
        for (node, name) in zip(graph.nodes, names) where node.group == nil {
            lines.append("    \(box(node, name))")
        }
        for edge in graph.edges {
            guard let source = ids[edge.source], let target = ids[edge.target] else { continue }
            let port = edge.row.map { ":r\($0)" } ?? ""
            var attributes: [String]
            switch edge.kind {
            case .refers: attributes = ["arrowhead=normal"]
            case .contains: attributes = ["arrowhead=normal", "arrowtail=diamond", "dir=both"]
            case .uses: attributes = ["arrowhead=vee", "style=dashed"]
            }
            if let multiplicity = edge.multiplicity {
                attributes.append("headlabel=\(quoted(multiplicity.rawValue))")
            }
            if let label = edge.label { attributes.append("label=\(quoted(label))") }
            lines.append(
                "    \(source)\(port) -> \(target) [\(attributes.joined(separator: " "))]"
            )
        }
        return lines
    }

    private func box(_ node: DiagramGraph.Node, _ name: String) -> String {
        let head =
            "<font point-size=\"8\">\(node.kind.rawValue.uppercased())</font><br align=\"left\"/>"
            + "<b>\(markup(node.name))</b><br align=\"left\"/>"
        var rows = [#"<tr><td colspan="2" align="left" balign="left">\#(head)</td></tr>"#]
        var notes = node.notes
        if node.hiddenUses > 0 { notes.append("used by \(node.hiddenUses) declarations") }
        rows += notes.map { #"<tr><td colspan="2" align="left">\#(markup($0))</td></tr>"# }
        rows += node.rows.enumerated().map { index, row in
            #"<tr><td align="left">\#(markup(row.name))</td>"#
                + #"<td align="right" port="r\#(index)">\#(markup(row.detail))</td></tr>"#
        }
        if node.hiddenRows > 0 {
            rows.append(#"<tr><td colspan="2" align="left">… \#(node.hiddenRows) more</td></tr>"#)
        }
        let table =
            #"<table border="1" cellborder="0" cellspacing="0" cellpadding="4" style="rounded">"#
            + rows.joined() + "</table>"
        let url = links.map { " URL=\(quoted($0.address(of: node.line)))" } ?? ""
        return "\(name) [label=<\(table)> tooltip=\(quoted(node.doc ?? node.name))\(url)]"
    }

    // MARK: - Sequences

    /// A flow chart: a box for each message in chronological order, with a branch for each course.
    private func lines(of sequence: DiagramSequence) -> [String] {
        var chart = DOTFlowChart(sequence.participants)
        chart.add(sequence.steps)
        return ["    graph [rankdir=TB]"]
            + chart.boxes.enumerated().map { index, box in
                "    s\(index) [shape=\(box.shape) style=rounded label=\(quoted(box.text))]"
            }
            + chart.arrows.map { arrow in
                let label = arrow.condition.map { " [label=\(quoted($0))]" } ?? ""
                return "    s\(arrow.source) -> s\(arrow.target)\(label)"
            }
    }

    // MARK: - Texts

    /// A quoted text; its line breaks become those of the label.
    private func quoted(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            VisibleText.make(String(line)).replacing("\\", with: "\\\\").replacing(
                "\"",
                with: "\\\""
            )
            // Graphviz decodes entities in quoted text, too.
            .replacing("&", with: "&amp;")
        }
        return "\"\(lines.joined(separator: "\\n"))\""
    }

    /// Escaped text for HTML-like labels, which must not be empty.
    private func markup(_ text: String) -> String {
        text.isEmpty ? " " : XMLText.escaped(VisibleText.make(text))
    }
}
