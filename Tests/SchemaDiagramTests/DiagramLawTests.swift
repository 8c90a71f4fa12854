import Diagnostics
import Foundation
import SchemaLanguage
import Testing

@testable import SchemaDiagram

/// Laws for all diagrams.
@Suite struct DiagramLawTests {
    private func graph(_ count: Int, seed: UInt64) throws -> DiagramGraph {
        var sample = SampleSchema(count: count, seed: seed)
        return ModelDiagram(of: try sample.sources()).graph
    }

    @Test(
        "around a declaration, exactly the declarations within the distance are drawn",
        arguments: [1, 2, 3] as [UInt64],
        0...4
    )
    func around(seed: UInt64, depth: Int) throws {
        let graph = try graph(60, seed: seed)
        // The distance of each box, by relaxing all lines until nothing changes.
        let center = graph.nodes[Int(seed) * 7].id
        var distances = [center: 0]
        var isSettled = false
        while !isSettled {
            isSettled = true
            for edge in graph.edges {
                for (from, to) in [(edge.source, edge.target), (edge.target, edge.source)] {
                    guard let distance = distances[from] else { continue }
                    if distance + 1 < distances[to] ?? .max {
                        distances[to] = distance + 1
                        isSettled = false
                    }
                }
            }
        }
        let part = graph.around([center], depth: depth)
        let near = graph.nodes.filter { distances[$0.id] ?? .max <= depth }.map(\.id)
        #expect(part.nodes.map(\.id) == near)
        let inside = Set(near)
        #expect(
            part.edges
                == graph.edges.filter { inside.contains($0.source) && inside.contains($0.target) }
        )
        #expect(depth == 0 ? near.count == 1 : near.count > 1)
    }

    @Test("rows with lines are kept, and the others are counted", arguments: 0...9)
    func rows(limit: Int) throws {
        let graph = try graph(50, seed: 4)
        let limited = graph.limitingRows(to: limit)
        #expect(limited.nodes.map(\.id) == graph.nodes.map(\.id))
        #expect(limited.edges.count == graph.edges.count)
        for (node, whole) in zip(limited.nodes, graph.nodes) {
            #expect(node.rows.count + node.hiddenRows == whole.rows.count)
            let linked = Set(graph.edges.filter { $0.source == whole.id }.compactMap(\.row)).count
            #expect(node.rows.count == min(whole.rows.count, max(limit, linked)))
        }
        for (edge, whole) in zip(limited.edges, graph.edges) {
            let row = edge.row.map { place in
                limited.nodes.first { $0.id == edge.source }?.rows[place]
            }
            let before = whole.row.map { place in
                graph.nodes.first { $0.id == whole.source }?.rows[place]
            }
            #expect(row == before)
        }
    }

    @Test("a declaration with many uses has their number instead of lines", arguments: [0, 1, 3])
    func uses(limit: Int) throws {
        let graph = try graph(60, seed: 5)
        let fewer = graph.leavingOutUses(ofMoreThan: limit)
        for node in fewer.nodes {
            let users = Set(
                graph.edges.filter {
                    $0.target == node.id && $0.kind != .uses && $0.source != node.id
                }
                .map(\.source)
            )
            #expect(node.hiddenUses == (users.count > limit ? users.count : 0))
            let drawn = fewer.edges.count { $0.target == node.id && $0.kind != .uses }
            #expect(node.hiddenUses == 0 || drawn == 0)
        }
        #expect(fewer.nodes.contains { $0.hiddenUses > 0 })
    }

    @Test("cutting keeps every line: to the box, or to a stub of it")
    func shortLines() throws {
        let graph = try graph(150, seed: 6)
        let short = ShortLines(graph).graph
        let boxes = Dictionary(uniqueKeysWithValues: short.nodes.map { ($0.id, $0) })
        #expect(boxes.count == short.nodes.count)
        #expect(short.nodes.count > graph.nodes.count)
        #expect(short.edges.count == graph.edges.count)
        for (edge, whole) in zip(short.edges, graph.edges) {
            #expect(edge.source == whole.source && edge.row == whole.row)
            #expect((boxes[edge.target]?.standsFor ?? edge.target) == whole.target)
        }
    }

    @Test("any text in any position is shown", arguments: HostileText.all)
    func hostileTexts(text: String) throws {
        let line = SchemaLine(path: text, number: 3)
        var node = DiagramGraph.Node(id: "a", kind: .entity, name: text, line: line, doc: text)
        node.notes = [text]
        node.rows = [DiagramGraph.Row(name: text, detail: text, target: "a", line: line)]
        node.group = 0
        let edge = DiagramGraph.Edge(
            source: "a",
            row: 0,
            target: "a",
            kind: .refers,
            multiplicity: .many,
            label: text
        )
        let group = DiagramGraph.Group(name: text, line: line)
        let graph = DiagramGraph(nodes: [node], edges: [edge], groups: [group])
        try check(Diagram(title: text, description: text, content: .graph(graph)), text)

        let participant = DiagramSequence.Participant(
            kind: .app,
            name: text,
            detail: text,
            line: line
        )
        let message = DiagramSequence.Message(source: 0, target: 1, text: text, details: [text])
        let course = DiagramSequence.Course(condition: text, steps: [.message(message)])
        let sequence = DiagramSequence(
            participants: [participant, participant],
            steps: [
                .heading(text), .message(message), .choice([course, course]),
                .note(DiagramSequence.Note(participants: 0...1, lines: [text])),
            ]
        )
        try check(Diagram(title: text, description: text, content: .sequence(sequence)), text)
    }

    private func check(_ diagram: Diagram, _ text: String) throws {
        let links = SchemaLinks(base: "https://example.com/\(text)")
        let picture = try DrawnPicture(diagram.text(as: .svg, links: links))
        #expect(Set(picture.elements.map(\.name)).isSubset(of: Self.elements))
        #expect(DrawnPicture.overlaps(picture.texts) == [])
        let begin = TextMetrics.cut(VisibleText.make(text), to: 236, .code, size: 12).prefix(1)
        #expect(picture.texts.contains { $0.name.hasPrefix(begin) })

        // The text contains no syntax of the language.
        for line in diagram.text(as: .mermaid).split(separator: "\n") {
            let rest = line.replacing(#/#\d+;/#, with: "")
                .replacing(#/^\s*(note over|class|participant)\b/#.ignoresCase(), with: "")
            #expect(!rest.contains("%") && !rest.contains(";") && !rest.contains("`"), "\(line)")
        }
        var isQuoted = false
        var depth = 0
        var previous: Character = " "
        var markup = ""
        for character in diagram.text(as: .dot, links: links) {
            if isQuoted {
                if character == "\"", previous != "\\" { isQuoted = false }
                previous = previous == "\\" ? " " : character
                continue
            }
            previous = character
            if character == "\"", depth == 0 { isQuoted = true }
            if character == "<" { depth += 1 }
            if depth > 0 { markup.append(character) }
            if character == ">", depth > 0 { depth -= 1 }
        }
        #expect(!isQuoted && depth == 0)
        // The label in angle brackets is markup.
        guard !markup.isEmpty else { return }
        for label in markup.components(separatedBy: "</table>>") where !label.isEmpty {
            _ = try DrawnPicture(String(label.dropFirst()) + "</table>")
        }
    }

    private static let elements: Set = [
        "svg", "title", "desc", "style", "defs", "marker", "path", "g", "rect", "text", "a",
    ]

    @Test("texts of any kind have enough contrast, in light and dark mode")
    func contrast() throws {
        let sheet = SVGStyle.sheet
        let parts = sheet.components(separatedBy: "@media")
        #expect(parts.count == 2)
        for theme in parts {
            func color(_ selector: String) throws -> Double {
                let pattern = try Regex(#"\#(selector) \{ fill: #([0-9a-f]{6})"#)
                let match = try #require(theme.firstMatch(of: pattern), "\(selector)")
                let digits = match.output[1].substring ?? ""
                let value = try #require(Int(digits, radix: 16))
                let channels = [value >> 16, value >> 8 & 255, value & 255].map { channel in
                    let share = Double(channel) / 255
                    return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
                }
                return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
            }
            let kinds = DiagramGraph.Kind.allCases.map(\.rawValue)
            let backs =
                kinds + ["page", "panel", "note", "stub", "app", "store", "outbox", "server"]
            for back in backs {
                let inks = ["text", "muted", "accent"] + (kinds.contains(back) ? [back] : [])
                for ink in inks {
                    let (one, two) = (
                        try color(#"text\.\#(ink)"#), try color(#"\.box\.\#(back)"#)
                    )
                    let ratio = (max(one, two) + 0.05) / (min(one, two) + 0.05)
                    #expect(ratio >= 4.5, "\(ink) on \(back): \(ratio)")
                }
            }
        }
    }

    /// The power of 2.4: the fifth root of the twelfth power.
    private func power(_ base: Double) -> Double {
        let target = (0..<12).reduce(1.0) { product, _ in product * base }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            let fifth = middle * middle * middle * middle * middle
            if fifth < target { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    @Test("each line marker is defined, and each style has a light and a dark appearance")
    func styles() throws {
        let graph = try graph(20, seed: 9)
        let diagram = Diagram(title: "a", description: "b", content: .graph(graph))
        let picture = try DrawnPicture(diagram.text(as: .svg))
        let marks = Set(picture.all("marker").compactMap { $0.attributes["id"] })
        for path in picture.all("path") {
            for side in ["marker-start", "marker-end"] {
                guard let url = path.attributes[side] else { continue }
                #expect(marks.contains(String(url.dropFirst(5).dropLast())), "\(url)")
            }
        }
        let parts = SVGStyle.sheet.components(separatedBy: "@media")
        for style in Picture.Style.allCases {
            for part in parts { #expect(part.contains(".\(style.rawValue) {"), "\(style)") }
        }
    }
}
