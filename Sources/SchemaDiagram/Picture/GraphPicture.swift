import Diagnostics

/// The picture of a graph: its connected components, laid out separately on one page, in panels if
/// boxes are grouped.
struct GraphPicture {
    private let diagram: Diagram
    private let graph: DiagramGraph
    /// The identifiers of the boxes for links, by the identities of their declarations.
    private let ids: [String: String]

    private static let gap = 36.0
    private static let margin = 28.0

    init(_ graph: DiagramGraph, of diagram: Diagram) {
        self.diagram = diagram
        self.graph = graph
        let names = graph.nodes.indices.map { "d\($0 + 1)" }
        ids = Dictionary(uniqueKeysWithValues: zip(graph.nodes.map(\.id), names))
    }

    /// The picture.
    var picture: Picture {
        let content = content
        let heading = PictureHeading(
            diagram,
            relations: relations,
            counts: graph.edges.contains { $0.multiplicity != nil }
        )
        let width = max(content.width, heading.width) + 2 * Self.margin
        let height = content.height + heading.height + 2 * Self.margin
        let size = (width: width.rounded(.up), height: height.rounded(.up))
        let page = Picture.Box(
            x: 0,
            y: 0,
            width: size.width,
            height: size.height,
            style: .page,
            radius: 0
        )
        let parts =
            heading.parts.map { $0.moved(x: Self.margin, y: Self.margin) }
            + content.parts.map { $0.moved(x: Self.margin, y: Self.margin + heading.height) }
        return Picture(diagram, width: size.width, height: size.height, parts: [.box(page)] + parts)
    }

    /// Parts with their size.
    private struct Area {
        var parts: [Picture.Part]
        var width: Double
        var height: Double
    }

    private var relations: [DiagramGraph.Relation] {
        let used = Set(graph.edges.map(\.kind))
        return DiagramGraph.Relation.allCases.filter(used.contains)
    }

    private var content: Area {
        guard !graph.groups.isEmpty else { return area(of: graph) }
        let panels = graph.groups.indices.map { index in
            panel(graph.groups[index], area(of: GraphPanel(graph, group: index).graph))
        }
        return packed(panels)
    }

    /// A frame with a heading around a group.
    private func panel(_ group: DiagramGraph.Group, _ inner: Area) -> Area {
        let name = TextMetrics.cut(
            VisibleText.make(group.name),
            to: 420,
            .heading,
            size: Picture.Font.name.size
        )
        let title = Picture.Text(
            text: name,
            x: 20,
            y: 28,
            font: .name,
            style: .muted,
            target: .line(group.line),
            whole: name == group.name ? nil : group.name
        )
        let width = max(inner.width, title.width) + 40
        let height = inner.height + 46 + 20
        let frame = Picture.Box(
            x: 0,
            y: 0,
            width: width,
            height: height,
            style: .panel,
            radius: 12
        )
        return Area(
            parts: [.box(frame), .text(title)] + inner.parts.map { $0.moved(x: 20, y: 46) },
            width: width,
            height: height
        )
    }

    private func packed(_ areas: [Area]) -> Area {
        let packing = Packing(
            areas.map { Packing.Size(width: $0.width, height: $0.height) },
            gap: Self.gap
        )
        return Area(
            parts: zip(areas, packing.places).flatMap { area, place in
                area.parts.map { $0.moved(x: place.x, y: place.y) }
            },
            width: packing.width,
            height: packing.height
        )
    }

    /// The connected components of a graph, arranged on a page.
    private func area(of whole: DiagramGraph) -> Area {
        let graph = ShortLines(whole).graph
        let cards = graph.nodes.map(PictureCard.init)
        let (layered, edges) = LayeredGraph.make(of: graph, cards: cards)
        return packed(
            layered.components.map { component in
                let (part, indices) = layered.part(component)
                let layout = LayeredLayout(part)
                let lines = zip(indices, layout.routes).flatMap { index, route in
                    EdgeLine(graph.edges[edges[index]]).parts(along: route)
                }
                let boxes = zip(component, layout.places).map { index, place in
                    cards[index].picture(graph.nodes[index], ids).moved(x: place.x, y: place.y)
                }
                return Area(parts: lines + boxes, width: layout.width, height: layout.height)
            }
        )
    }
}
