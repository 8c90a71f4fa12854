/// The drawing of a node: a box, or a stub.
enum PictureCard {
    case declaration(DeclarationCard)
    case stub(StubCard)

    init(_ node: DiagramGraph.Node) {
        self = node.standsFor == nil ? .declaration(DeclarationCard(node)) : .stub(StubCard(node))
    }

    var width: Double {
        switch self {
        case .declaration(let card): card.width
        case .stub(let card): card.width
        }
    }

    var height: Double {
        switch self {
        case .declaration(let card): card.height
        case .stub: StubCard.height
        }
    }

    /// The offset of line ends from the upper edge.
    var headPort: Double {
        switch self {
        case .declaration: DeclarationCard.headPort
        case .stub: StubCard.height / 2
        }
    }

    /// The offset of a line's start from the upper edge.
    func port(ofRow row: Int?) -> Double {
        switch self {
        case .declaration(let card): card.port(ofRow: row)
        case .stub: StubCard.height / 2
        }
    }

    /// The parts of the picture, relative to the upper left corner of the box.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - ids: The identifiers of boxes for links, by the identities of their declarations.
    /// - Returns: The parts.
    func picture(_ node: DiagramGraph.Node, _ ids: [String: String]) -> Picture.Part {
        switch self {
        case .declaration(let card): card.picture(id: ids[node.id] ?? "", ids: ids)
        case .stub(let card): card.picture(ids)
        }
    }
}

extension LayeredGraph {
    /// The layout input for a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - cards: The drawings of its nodes.
    /// - Returns: Boxes and lines, and for each line its index in the graph.
    static func make(
        of graph: DiagramGraph,
        cards: [PictureCard]
    ) -> (graph: LayeredGraph, edges: [Int]) {
        let places = Dictionary(uniqueKeysWithValues: zip(graph.nodes.map(\.id), cards.indices))
        var layered = LayeredGraph(
            nodes: cards.map { Node(width: $0.width, height: $0.height) },
            edges: []
        )
        var edges: [Int] = []
        for (index, edge) in graph.edges.enumerated() {
            guard let source = places[edge.source], let target = places[edge.target] else {
                continue
            }
            edges.append(index)
            layered.edges.append(
                Edge(
                    source: source,
                    target: target,
                    sourcePort: cards[source].port(ofRow: edge.row),
                    targetPort: cards[target].headPort,
                    label: EdgeLine(edge).labelWidth
                )
            )
        }
        return (layered, edges)
    }
}
