import Diagnostics

/// The heading of a picture: its title, its description, and a legend of lines.
struct PictureHeading {
    let parts: [Picture.Part]
    let width: Double
    let height: Double

    init(_ diagram: Diagram, relations: [DiagramGraph.Relation] = [], counts: Bool = false) {
        let title = Picture.Text(
            text: TextMetrics.cut(
                VisibleText.make(diagram.title),
                to: 900,
                .heading,
                size: Picture.Font.heading.size
            ),
            x: 0,
            y: 18,
            font: .heading,
            style: .text
        )
        let description = Picture.Text(
            text: TextMetrics.cut(
                VisibleText.make(diagram.description),
                to: 900,
                .code,
                size: Picture.Font.code.size
            ),
            x: 0,
            y: 42,
            font: .code,
            style: .muted
        )
        var parts: [Picture.Part] = [.text(title), .text(description)]
        var x = 0.0
        for relation in relations {
            let (tail, style) = EdgeLine.look(of: relation)
            let line = Picture.Line(
                start: Picture.Point(x: x, y: 66),
                segments: [.straight(Picture.Point(x: x + 44, y: 66))],
                style: style,
                tail: tail,
                head: relation == .uses ? .open : .arrow
            )
            let text = Picture.Text(
                text: relation.legend,
                x: x + 54,
                y: 70,
                font: .remark,
                style: .muted
            )
            parts += [.line(line), .text(text)]
            x += 54 + text.width + 28
        }
        if counts {
            let text = Picture.Text(
                text: "1, 0..1, *: the number of values",
                x: x,
                y: 70,
                font: .remark,
                style: .muted
            )
            parts.append(.text(text))
            x += text.width
        }
        self.parts = parts
        width = max(title.width, description.width, x)
        height = relations.isEmpty ? 66 : 100
    }
}

extension DiagramGraph.Relation {
    /// The text in the legend.
    fileprivate var legend: String {
        switch self {
        case .refers: "refers to, by identity"
        case .contains: "contains"
        case .uses: "uses"
        }
    }
}
