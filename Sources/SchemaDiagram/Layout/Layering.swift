/// The columns of boxes: all lines go from left to right, except those in cycles that must be
/// reversed.
struct Layering {
    /// The column of each box.
    private(set) var columns: [Int]
    /// Whether a line goes from right to left.
    private(set) var isTurned: [Bool]

    /// Assigns columns.
    ///
    /// - Parameters:
    ///   - graph: The boxes and lines; lines from a box to itself are ignored.
    ///   - height: The desired maximum height of a column.
    ///   - gap: The gap between two boxes in a column.
    init(_ graph: LayeredGraph, height: Double, gap: Double) {
        isTurned = Self.turned(graph)
        var outgoing = graph.nodes.map { _ in [Int]() }
        var incoming = outgoing
        for (edge, isTurned) in zip(graph.edges, isTurned) where edge.source != edge.target {
            let (from, to) = isTurned ? (edge.target, edge.source) : (edge.source, edge.target)
            outgoing[from].append(to)
            incoming[to].append(from)
        }
        // Topological order: each box after all boxes with lines to it.
        var missing = incoming.map(\.count)
        var order: [Int] = []
        var border = graph.nodes.indices.filter { missing[$0] == 0 }
        columns = graph.nodes.map { _ in 0 }
        var filled: [Double] = []
        while !border.isEmpty {
            var next: [Int] = []
            for node in border {
                order.append(node)
                for target in outgoing[node] {
                    missing[target] -= 1
                    if missing[target] == 0 { next.append(target) }
                }
            }
            border = next
        }
        for node in order {
            var column = incoming[node].map { columns[$0] + 1 }.max() ?? 0
            let needed = graph.nodes[node].height + gap
            while column < filled.count, filled[column] > 0, filled[column] + needed > height {
                column += 1
            }
            while filled.count <= column { filled.append(0) }
            filled[column] += needed
            columns[node] = column
        }
        // Boxes move to the right if that shortens lines.
        for node in order.reversed() where outgoing[node].count >= incoming[node].count {
            guard let first = outgoing[node].map({ columns[$0] - 1 }).min() else { continue }
            let needed = graph.nodes[node].height + gap
            var column = first
            while column > columns[node], filled[column] + needed > height { column -= 1 }
            guard column > columns[node] else { continue }
            filled[columns[node]] -= needed
            filled[column] += needed
            columns[node] = column
        }
        removeEmptyColumns()
    }

    private mutating func removeEmptyColumns() {
        let used = Set(columns).sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
        columns = columns.map { places[$0] ?? $0 }
    }

    /// The lines that close a cycle, by depth-first search.
    private static func turned(_ graph: LayeredGraph) -> [Bool] {
        var turned = graph.edges.map { _ in false }
        var outgoing = graph.nodes.map { _ in [Int]() }
        var incomingCount = graph.nodes.map { _ in 0 }
        for (index, edge) in graph.edges.enumerated() where edge.source != edge.target {
            outgoing[edge.source].append(index)
            incomingCount[edge.target] += 1
        }
        // Boxes without incoming lines come first: starting there, fewer lines need to be reversed.
        let starts = graph.nodes.indices.sorted {
            (incomingCount[$0] == 0 ? 0 : 1, $0) < (incomingCount[$1] == 0 ? 0 : 1, $1)
        }
        // 0 for an unvisited box, 1 for one in progress, 2 for a finished one.
        var state = graph.nodes.map { _ in 0 }
        for start in starts where state[start] == 0 {
            var way = [(node: start, next: 0)]
            state[start] = 1
            while let last = way.last {
                guard last.next < outgoing[last.node].count else {
                    state[last.node] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let edge = outgoing[last.node][last.next]
                let target = graph.edges[edge].target
                if state[target] == 1 {
                    turned[edge] = true
                } else if state[target] == 0 {
                    state[target] = 1
                    way.append((target, 0))
                }
            }
        }
        return turned
    }
}
