/// The contents of a panel: the boxes of a group, and a stub for each box of another group that
/// they use, so that no line crosses the page.
struct GraphPanel {
    /// The boxes, the stubs and the lines between them.
    let graph: DiagramGraph

    init(_ whole: DiagramGraph, group: Int) {
        let own = whole.nodes.filter { $0.group == group }
        let ids = Set(own.map(\.id))
        let others = Dictionary(uniqueKeysWithValues: whole.nodes.map { ($0.id, $0) })
        var graph = DiagramGraph(nodes: own)
        var stubs: Set<String> = []
        for edge in whole.edges where ids.contains(edge.source) {
            guard !ids.contains(edge.target), let other = others[edge.target] else {
                graph.edges.append(edge)
                continue
            }
            let stub = other.stub(usedBy: "the panel")
            if stubs.insert(stub.id).inserted { graph.nodes.append(stub) }
            var edge = edge
            edge.target = stub.id
            graph.edges.append(edge)
        }
        self.graph = graph
    }
}
