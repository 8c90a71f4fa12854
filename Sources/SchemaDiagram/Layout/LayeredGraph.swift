/// The input of a layered layout: boxes with sizes, and lines between them.
struct LayeredGraph {
    /// A box.
    struct Node {
        var width: Double
        var height: Double
    }

    /// A line from the side of a box to the side of another.
    struct Edge {
        /// The indices of the boxes.
        var source: Int
        var target: Int
        /// The offsets of the ends from the upper edges of the boxes.
        var sourcePort: Double
        var targetPort: Double
        /// The width of its label, next to its start.
        var label: Double
    }

    var nodes: [Node]
    var edges: [Edge]

    /// The connected components, each in ascending order.
    var components: [[Int]] {
        var neighbors = nodes.map { _ in [Int]() }
        for edge in edges {
            neighbors[edge.source].append(edge.target)
            neighbors[edge.target].append(edge.source)
        }
        var seen = nodes.map { _ in false }
        var found: [[Int]] = []
        for start in nodes.indices where !seen[start] {
            var component: [Int] = []
            var open = [start]
            seen[start] = true
            while let node = open.popLast() {
                component.append(node)
                for next in neighbors[node] where !seen[next] {
                    seen[next] = true
                    open.append(next)
                }
            }
            found.append(component.sorted())
        }
        return found
    }

    /// The subgraph with some of the boxes.
    func part(_ kept: [Int]) -> (graph: LayeredGraph, edges: [Int]) {
        let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        var graph = LayeredGraph(nodes: kept.map { nodes[$0] }, edges: [])
        var indices: [Int] = []
        for (index, edge) in edges.enumerated() {
            guard let source = places[edge.source], let target = places[edge.target] else {
                continue
            }
            var edge = edge
            (edge.source, edge.target) = (source, target)
            graph.edges.append(edge)
            indices.append(index)
        }
        return (graph, indices)
    }
}
