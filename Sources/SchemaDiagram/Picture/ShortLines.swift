/// Cuts the lines of a large graph that would go far across the page: such a line starts at a stub
/// with the name of the box, which links to it.
struct ShortLines {
    /// The graph with stubs.
    private(set) var graph: DiagramGraph

    /// The minimum number of connected boxes for cutting lines.
    private static let leastBoxes = 36
    /// The maximum length of a line, in columns.
    private static let reach = 2
    /// The maximum number of connected columns of any shape.
    private static let usualColumns = 5
    /// The maximum ratio of width to height of connected boxes.
    private static let widestAspect = 2.0
    /// Cutting lines moves boxes, which may make other lines longer.
    private static let rounds = 24

    init(_ graph: DiagramGraph) {
        self.graph = graph
        for _ in 0..<Self.rounds {
            let cut = cuts
            guard !cut.isEmpty else { break }
            replace(cut)
        }
    }

    /// The indices of the lines to cut now.
    private var cuts: Set<Int> {
        let (layered, edges) = LayeredGraph.make(
            of: graph,
            cards: graph.nodes.map(PictureCard.init)
        )
        var cut: Set<Int> = []
        for component in layered.components {
            let boxes = component.count { graph.nodes[$0].standsFor == nil }
            guard boxes >= Self.leastBoxes else { continue }
            let (part, indices) = layered.part(component)
            let columns = LayeredLayout.layering(of: part).columns
            let long = Self.longEdges(of: part, columns)
            let found = long.isEmpty ? Self.narrowPlace(of: part, columns) : long
            cut.formUnion(found.map { edges[indices[$0]] })
        }
        return cut
    }

    /// The longest of the lines that are too long: the others may become short once these are cut.
    private static func longEdges(of graph: LayeredGraph, _ columns: [Int]) -> [Int] {
        let spans = graph.edges.map { abs(columns[$0.target] - columns[$0.source]) }
        let bound = max(reach, (spans.max() ?? 0) / 2)
        return spans.indices.filter { spans[$0] > bound }
    }

    /// For a graph that is much too wide, the lines between the two columns near the middle with
    /// the fewest lines.
    private static func narrowPlace(of graph: LayeredGraph, _ columns: [Int]) -> [Int] {
        let count = (columns.max() ?? 0) + 1
        guard count > usualColumns else { return [] }
        var widths = Array(repeating: 0.0, count: count)
        var heights = widths
        for (node, column) in zip(graph.nodes, columns) {
            widths[column] = max(widths[column], node.width + LayeredLayout.usualGap)
            heights[column] += node.height + LayeredLayout.rowGap
        }
        guard widths.reduce(0, +) > widestAspect * (heights.max() ?? 0) else { return [] }
        let middle = count / 3...count - 1 - count / 3
        let crossing = middle.map { column in
            graph.edges.indices.filter { index in
                let ends = [columns[graph.edges[index].source], columns[graph.edges[index].target]]
                return (ends.min() ?? 0) < column && (ends.max() ?? 0) >= column
            }
        }
        return crossing.filter { !$0.isEmpty }.min { $0.count < $1.count } ?? []
    }

    private mutating func replace(_ cut: Set<Int>) {
        let places = Dictionary(
            uniqueKeysWithValues: zip(graph.nodes.map(\.id), graph.nodes.indices)
        )
        var known = Set(graph.nodes.map(\.id))
        for index in graph.edges.indices where cut.contains(index) {
            let edge = graph.edges[index]
            guard let place = places[edge.target] else { continue }
            let stub = graph.nodes[place].stub(usedBy: edge.source)
            if known.insert(stub.id).inserted { graph.nodes.append(stub) }
            graph.edges[index].target = stub.id
        }
    }
}

extension DiagramGraph.Node {
    /// A stub of the box.
    ///
    /// - Parameter user: The user of the box: a box, or a panel.
    /// - Returns: The stub; a stub of a stub refers to the same box.
    func stub(usedBy user: String) -> DiagramGraph.Node {
        DiagramGraph.Node(
            id: "stub of \(standsFor ?? id) for \(user)",
            kind: kind,
            name: name,
            line: line,
            doc: doc,
            standsFor: standsFor ?? id
        )
    }
}
