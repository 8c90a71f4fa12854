/// A line between two boxes, with its label next to its start.
struct EdgeLine {
    private let edge: DiagramGraph.Edge
    private let text: String
    /// The length of an arrowhead.
    private static let ending = 16.0

    init(_ edge: DiagramGraph.Edge) {
        self.edge = edge
        text = [edge.multiplicity?.rawValue, edge.label].compactMap { $0 }.joined(separator: " ")
    }

    /// The width of the label next to the box.
    var labelWidth: Double {
        guard !text.isEmpty else { return Self.ending }
        let font = Picture.Font.remark
        let width = TextMetrics.width(of: text, font.family, size: font.size)
        return Self.ending + width.rounded(.up) + 6
    }

    /// The line and its label.
    func parts(along route: LayeredLayout.Route) -> [Picture.Part] {
        let (tail, style) = Self.look(of: edge.kind)
        let line = Picture.Line(
            start: route.start,
            segments: route.segments,
            style: style,
            tail: tail,
            head: edge.kind == .uses ? .open : .arrow
        )
        guard !text.isEmpty else { return [.line(line)] }
        let label = Picture.Text(
            text: text,
            x: route.start.x + (route.beginsRight ? Self.ending : -Self.ending),
            y: route.start.y - 4,
            font: .remark,
            style: .muted,
            anchor: route.beginsRight ? .start : .end
        )
        return [.line(line), .text(label)]
    }

    /// The ends and the style of lines of this kind.
    static func look(
        of kind: DiagramGraph.Relation
    ) -> (tail: Picture.Ending, style: Picture.Style) {
        switch kind {
        case .refers: (.none, .refers)
        case .contains: (.diamond, .contains)
        case .uses: (.none, .uses)
        }
    }
}
