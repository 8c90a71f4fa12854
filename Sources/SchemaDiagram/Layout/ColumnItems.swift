/// Boxes in columns, with a passage in each column that a line crosses.
struct ColumnItems {
    /// An item of a column.
    enum Item: Hashable {
        case node(Int)
        /// A passage of a line.
        case passage(edge: Int)
    }

    /// A segment of a line between two adjacent columns.
    struct Link {
        /// The items at its ends, in the left and in the right column.
        var left: Int
        var right: Int
        /// The offsets of its ends from the upper edges of the items.
        var leftPort: Double
        var rightPort: Double
        /// The weight of keeping it straight.
        var weight: Double
    }

    /// The height of a passage.
    static let passageHeight = 8.0

    private(set) var items: [Item] = []
    private(set) var heights: [Double] = []
    /// The column of each item.
    private(set) var columns: [Int] = []
    /// The items of each column, in their order.
    var order: [[Int]] = []
    /// The segments that begin in each column.
    private(set) var links: [[Link]] = []
    /// The passages of each line, from left to right.
    private(set) var passages: [[Int]]

    init(_ graph: LayeredGraph, _ layering: Layering) {
        passages = graph.edges.map { _ in [] }
        let count = (layering.columns.max() ?? -1) + 1
        order = Array(repeating: [], count: count)
        links = Array(repeating: [], count: count)
        for (index, node) in graph.nodes.enumerated() {
            add(.node(index), node.height, to: layering.columns[index])
        }
        for (index, edge) in graph.edges.enumerated() where edge.source != edge.target {
            let isTurned = layering.isTurned[index]
            let (left, right) = isTurned ? (edge.target, edge.source) : (edge.source, edge.target)
            let (leftPort, rightPort) =
                isTurned
                ? (edge.targetPort, edge.sourcePort) : (edge.sourcePort, edge.targetPort)
            var last = (item: left, port: leftPort)
            let first = layering.columns[left]
            let end = layering.columns[right]
            for column in (first + 1)..<max(first + 1, end) {
                let item = items.count
                add(.passage(edge: index), Self.passageHeight, to: column)
                passages[index].append(item)
                links[column - 1].append(
                    Link(
                        left: last.item,
                        right: item,
                        leftPort: last.port,
                        rightPort: Self.passageHeight / 2,
                        weight: last.item == left ? 2 : 6
                    )
                )
                last = (item, Self.passageHeight / 2)
            }
            links[end - 1].append(
                Link(
                    left: last.item,
                    right: right,
                    leftPort: last.port,
                    rightPort: rightPort,
                    weight: last.item == left ? 1 : 2
                )
            )
        }
    }

    private mutating func add(_ item: Item, _ height: Double, to column: Int) {
        order[column].append(items.count)
        items.append(item)
        heights.append(height)
        columns.append(column)
    }

    /// Whether an item is a box.
    func isNode(_ item: Int) -> Bool {
        if case .node = items[item] { true } else { false }
    }

    /// The vertical gap between two items.
    func gap(_ upper: Int, _ lower: Int) -> Double {
        switch (isNode(upper), isNode(lower)) {
        case (true, true): LayeredLayout.rowGap
        case (false, false): 4
        default: 12
        }
    }
}
