/// The columns of boxes: every line leads from a column to one further to the right, but for lines in
/// circles, which are turned around.
struct Layering {
    /// The column of each box.
    private(set) var columns: [Int]
    /// Whether a line leads from right to left.
    private(set) var isTurned: [Bool]

    /// Finds columns.
    ///
    /// - Parameters:
    ///   - graph: The boxes and lines; a line from a box to itself counts for nothing.
    ///   - height: How high a column should be at most.
    ///   - gap: The room between two boxes in a column.
    init(_ graph: LayeredGraph, height: Double, gap: Double) {
        isTurned = Self.turned(graph)
        var outgoing = graph.nodes.map { _ in [Int]() }
        var incoming = outgoing
        for (edge, isTurned) in zip(graph.edges, isTurned) where edge.source != edge.target {
            let (from, to) = isTurned ? (edge.target, edge.source) : (edge.source, edge.target)
            outgoing[from].append(to)
            incoming[to].append(from)
        }
        // Sources first, each box after all that lead to it.
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
        // What comes too early goes to the right, where that makes lines shorter.
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

    /// The lines that close a circle, by a search in depth.
    private static func turned(_ graph: LayeredGraph) -> [Bool] {
        var turned = graph.edges.map { _ in false }
        var outgoing = graph.nodes.map { _ in [Int]() }
        var incomingCount = graph.nodes.map { _ in 0 }
        for (index, edge) in graph.edges.enumerated() where edge.source != edge.target {
            outgoing[edge.source].append(index)
            incomingCount[edge.target] += 1
        }
        // Boxes to which nothing leads come first: from there no line needs to be turned around.
        let starts = graph.nodes.indices.sorted {
            (incomingCount[$0] == 0 ? 0 : 1, $0) < (incomingCount[$1] == 0 ? 0 : 1, $1)
        }
        // 0 for a box that is not visited, 1 for one on the way, 2 for one that is done.
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
