import Diagnostics

/// The name of a declaration in another panel, which links to its box.
struct StubCard {
    static let height = 28.0

    let width: Double
    private let node: DiagramGraph.Node
    private let name: String

    init(_ node: DiagramGraph.Node) {
        self.node = node
        let font = Picture.Font.code
        name =
            TextMetrics.cut(VisibleText.make(node.name), to: 240, font.family, size: font.size)
            + " ↗"
        width = (TextMetrics.width(of: name, font.family, size: font.size) + 20).rounded(.up)
    }

    /// The parts of the picture, relative to the upper left corner of the box.
    func picture(_ ids: [String: String]) -> Picture.Part {
        let id = node.standsFor.flatMap { ids[$0] }
        let box = Picture.Box(
            x: 0,
            y: 0,
            width: width,
            height: Self.height,
            style: .stub,
            radius: Self.height / 2
        )
        let text = Picture.Text(
            text: name,
            x: width / 2,
            y: 18,
            font: .code,
            style: .accent,
            anchor: .middle,
            target: id.map { .group($0) }
        )
        return .group(Picture.Group(title: node.doc, parts: [.box(box), .text(text)]))
    }
}
