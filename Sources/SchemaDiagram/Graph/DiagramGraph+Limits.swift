extension DiagramGraph {
    /// The graph with a limited number of rows in each box: rows where a line begins come first.
    ///
    /// - Parameter limit: The maximum number of rows; more only if more lines begin in the box.
    /// - Returns: The graph, with the number of omitted rows.
    package func limitingRows(to limit: Int) -> DiagramGraph {
        var graph = self
        var linked: [String: Set<Int>] = [:]
        for edge in edges { if let row = edge.row { linked[edge.source, default: []].insert(row) } }
        var places: [String: [Int: Int]] = [:]
        for index in nodes.indices where nodes[index].rows.count > limit {
            let node = nodes[index]
            let linked = linked[node.id] ?? []
            var room = max(0, limit - linked.count)
            var kept: [Int] = []
            for row in node.rows.indices {
                if linked.contains(row) {
                    kept.append(row)
                } else if room > 0 {
                    kept.append(row)
                    room -= 1
                }
            }
            graph.nodes[index].rows = kept.map { node.rows[$0] }
            graph.nodes[index].hiddenRows = node.rows.count - kept.count
            places[node.id] = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        }
        for index in edges.indices {
            guard let row = edges[index].row, let place = places[edges[index].source]?[row] else {
                continue
            }
            graph.edges[index].row = place
        }
        return graph
    }

    /// The graph without the lines to boxes with very many uses, which would hide all other lines.
    ///
    /// - Parameter limit: The maximum number of uses of a box whose lines are drawn.
    /// - Returns: The graph; boxes without lines show the number of uses.
    package func leavingOutUses(ofMoreThan limit: Int) -> DiagramGraph {
        var sources: [String: Set<String>] = [:]
        for edge in edges where edge.kind != .uses && edge.source != edge.target {
            sources[edge.target, default: []].insert(edge.source)
        }
        var graph = self
        for index in nodes.indices {
            let count = sources[nodes[index].id]?.count ?? 0
            if count > limit { graph.nodes[index].hiddenUses = count }
        }
        let hidden = Set(graph.nodes.filter { $0.hiddenUses > 0 }.map(\.id))
        graph.edges = edges.filter { $0.kind == .uses || !hidden.contains($0.target) }
        return graph
    }

    /// The part of the graph around some boxes.
    ///
    /// - Parameters:
    ///   - centers: The identities of the boxes.
    ///   - depth: The maximum distance of a box from the nearest of these, in lines in either
    ///     direction.
    /// - Returns: The boxes within the distance, and all lines between them.
    package func around(_ centers: Set<String>, depth: Int) -> DiagramGraph {
        var neighbors: [String: [String]] = [:]
        for edge in edges {
            neighbors[edge.source, default: []].append(edge.target)
            neighbors[edge.target, default: []].append(edge.source)
        }
        var found = centers
        var border = centers
        for _ in 0..<max(0, depth) {
            if border.isEmpty { break }
            border = Set(border.flatMap { neighbors[$0] ?? [] }).subtracting(found)
            found.formUnion(border)
        }
        return keeping { found.contains($0.id) }
    }

    /// The part of the graph with the boxes that satisfy a condition, and their groups.
    func keeping(_ isKept: (Node) -> Bool) -> DiagramGraph {
        var graph = self
        graph.nodes = nodes.filter(isKept)
        let ids = Set(graph.nodes.map(\.id))
        graph.edges = edges.filter { ids.contains($0.source) && ids.contains($0.target) }
        let used = Set(graph.nodes.compactMap(\.group))
        let kept = groups.indices.filter(used.contains)
        let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        graph.groups = kept.map { groups[$0] }
        for index in graph.nodes.indices {
            graph.nodes[index].group = graph.nodes[index].group.flatMap { places[$0] }
        }
        return graph
    }

    /// The graph with a group for each schema.
    package func groupedBySchema() -> DiagramGraph {
        var graph = self
        graph.groups = []
        var places: [String: Int] = [:]
        for index in nodes.indices {
            let path = nodes[index].line.path
            let place = places[path] ?? graph.groups.count
            if place == graph.groups.count {
                graph.groups.append(Group(name: path, line: SchemaLine(path: path)))
                places[path] = place
            }
            graph.nodes[index].group = place
        }
        return graph
    }
}
