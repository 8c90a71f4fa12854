/// The positions of connected boxes by Sugiyama's method: columns, few crossings, straight lines.
struct LayeredLayout {
    /// The gap between two boxes in a column.
    static let rowGap = 26.0
    /// The gap between two columns, in addition to labels.
    private static let columnGap = 56.0
    /// The width of a line from a box to itself, in addition to labels.
    private static let loop = 26.0
    /// The usual gap between two columns with labels.
    static let usualGap = 96.0
    /// The desired ratio of width to height.
    private static let aspect = 1.7
    /// The height up to which a column is never too high.
    private static let usualHeight = 560.0

    /// The upper left corner of each box.
    private(set) var places: [Picture.Point]
    /// The points of each line from start to end, and whether it starts on the right side of its
    /// box.
    private(set) var routes: [Route]
    /// The total size.
    private(set) var width: Double
    private(set) var height: Double

    /// The route of a line.
    struct Route {
        /// The line, seen from its start.
        var start: Picture.Point
        var segments: [Picture.Line.Segment]
        /// Whether it starts on the right side of the box.
        var beginsRight: Bool
    }

    init(_ graph: LayeredGraph) {
        let layering = Self.layering(of: graph)
        let items = CrossingReduction(ColumnItems(graph, layering)).result
        let alignment = ColumnAlignment(items)

        // The margins of columns for the labels of lines that start there.
        let count = items.order.count
        var before = Array(repeating: 0.0, count: count)
        var after = before
        var widths = before
        for (index, node) in graph.nodes.enumerated() {
            let column = layering.columns[index]
            widths[column] = max(widths[column], node.width)
        }
        // A line from a box to itself goes around the labels of all other lines that start there.
        var labels = graph.nodes.map { _ in 0.0 }
        for edge in graph.edges { labels[edge.source] = max(labels[edge.source], edge.label) }
        for (index, edge) in graph.edges.enumerated() {
            let column = layering.columns[edge.source]
            let isTurned = layering.isTurned[index]
            let room = edge.source == edge.target ? labels[edge.source] + Self.loop : edge.label
            if isTurned, edge.source != edge.target {
                before[column] = max(before[column], room)
            } else {
                // Boxes are aligned to the left of their columns.
                let own = graph.nodes[edge.source].width + room - widths[column]
                after[column] = max(after[column], own)
            }
        }
        var lefts: [Double] = []
        var x = 0.0
        for column in 0..<count {
            let lines = items.links[column].count
            x += before[column]
            lefts.append(x)
            x += widths[column] + after[column]
            if column + 1 < count { x += Self.columnGap + min(64, Double(lines) * 2) }
        }
        width = x
        places = graph.nodes.indices.map { index in
            Picture.Point(x: lefts[layering.columns[index]], y: alignment.tops[index])
        }
        height = zip(alignment.tops, items.heights).map { $0 + $1 }.max() ?? 0
        let bounds = lefts.indices.map { column in
            Column(
                left: lefts[column] - before[column],
                right: lefts[column] + widths[column] + after[column]
            )
        }
        routes = []
        for (index, edge) in graph.edges.enumerated() {
            let ends = Ends(
                source: bounds[layering.columns[edge.source]],
                target: bounds[layering.columns[edge.target]],
                isTurned: layering.isTurned[index]
            )
            let passages = items.passages[index].map { item in
                let y = alignment.tops[item] + ColumnItems.passageHeight / 2
                return (column: bounds[items.columns[item]], y: y)
            }
            routes.append(
                edge.source == edge.target
                    ? loop(edge, of: graph, around: labels[edge.source])
                    : route(edge, of: graph, ends, passages)
            )
        }
    }

    /// The horizontal extent of a column, including labels.
    private struct Column {
        let left: Double
        let right: Double
    }

    /// The columns of boxes, none of them much higher than the page.
    static func layering(of graph: LayeredGraph) -> Layering {
        let area = graph.nodes.reduce(0) {
            $0 + ($1.width + 2 * columnGap) * ($1.height + rowGap)
        }
        let tallest = graph.nodes.map(\.height).max() ?? 0
        let bound = max(usualHeight, tallest, (area / aspect).squareRoot())
        return Layering(graph, height: bound, gap: rowGap)
    }

    /// The columns of the ends of a line.
    private struct Ends {
        let source: Column
        let target: Column
        /// Whether the line goes from right to left.
        let isTurned: Bool
    }

    /// The route of a line: straight through columns, curved between them.
    private func route(
        _ edge: LayeredGraph.Edge,
        of graph: LayeredGraph,
        _ ends: Ends,
        _ passages: [(column: Column, y: Double)]
    ) -> Route {
        let source = places[edge.source]
        let target = places[edge.target]
        let right = source.x + graph.nodes[edge.source].width
        let isTurned = ends.isTurned
        let way = isTurned ? -1.0 : 1.0
        let start = Picture.Point(x: isTurned ? source.x : right, y: source.y + edge.sourcePort)
        var point = start
        var segments: [Picture.Line.Segment] = []
        func go(to x: Double) {
            guard abs(x - point.x) > 0.01 else { return }
            point.x = x
            segments.append(.straight(point))
        }
        func bend(to x: Double, y: Double) {
            guard abs(y - point.y) > 0.01 else { return go(to: x) }
            let reach = abs(x - point.x) / 2
            let end = Picture.Point(x: x, y: y)
            segments.append(
                .curve(
                    Picture.Point(x: point.x + way * reach, y: point.y),
                    Picture.Point(x: end.x - way * reach, y: end.y),
                    to: end
                )
            )
            point = end
        }
        go(to: isTurned ? ends.source.left : ends.source.right)
        for passage in isTurned ? passages.reversed() : passages {
            bend(to: isTurned ? passage.column.right : passage.column.left, y: passage.y)
            go(to: isTurned ? passage.column.left : passage.column.right)
        }
        let y = target.y + edge.targetPort
        bend(to: isTurned ? ends.target.right : ends.target.left, y: y)
        go(to: isTurned ? target.x + graph.nodes[edge.target].width : target.x)
        return Route(start: start, segments: segments, beginsRight: !isTurned)
    }

    /// The route of a line from a box to itself, to the right of it, around labels.
    private func loop(
        _ edge: LayeredGraph.Edge,
        of graph: LayeredGraph,
        around label: Double
    ) -> Route {
        let place = places[edge.source]
        let right = place.x + graph.nodes[edge.source].width
        let start = Picture.Point(x: right, y: place.y + edge.sourcePort)
        let end = Picture.Point(x: right, y: place.y + edge.targetPort)
        let inner = right + label
        let outer = inner + Self.loop
        return Route(
            start: start,
            segments: [
                .straight(Picture.Point(x: inner, y: start.y)),
                .curve(
                    Picture.Point(x: outer, y: start.y),
                    Picture.Point(x: outer, y: end.y),
                    to: Picture.Point(x: inner, y: end.y)
                ),
                .straight(end),
            ],
            beginsRight: true
        )
    }
}
