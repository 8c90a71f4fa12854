/// The strongly connected components of a graph, by Tarjan's algorithm without recursion, so that a
/// chain of ten thousand structures does not overflow the stack.
enum StrongComponents {
    static func find(in targets: [String: [String]], order: [String]) -> [String: Int] {
        var search = Search(targets: targets)
        for node in order where search.indices[node] == nil { search.visit(node) }
        return search.components
    }

    private struct Search {
        let targets: [String: [String]]
        var indices: [String: Int] = [:]
        var low: [String: Int] = [:]
        var stack: [String] = []
        var onStack: Set<String> = []
        var components: [String: Int] = [:]
        var count = 0

        mutating func visit(_ root: String) {
            var path: [(node: String, next: Int)] = []
            open(root, &path)
            while let (node, next) = path.last {
                let successors = targets[node] ?? []
                guard next < successors.count else {
                    path.removeLast()
                    close(node, parent: path.last?.node)
                    continue
                }
                path[path.count - 1].next += 1
                let successor = successors[next]
                if indices[successor] == nil {
                    open(successor, &path)
                } else if onStack.contains(successor) {
                    low[node] = min(low[node] ?? 0, indices[successor] ?? 0)
                }
            }
        }

        private mutating func open(_ node: String, _ path: inout [(node: String, next: Int)]) {
            indices[node] = indices.count
            low[node] = indices[node]
            stack.append(node)
            onStack.insert(node)
            path.append((node, 0))
        }

        private mutating func close(_ node: String, parent: String?) {
            if let parent { low[parent] = min(low[parent] ?? 0, low[node] ?? 0) }
            guard low[node] == indices[node] else { return }
            while let member = stack.popLast() {
                onStack.remove(member)
                components[member] = count
                if member == node { break }
            }
            count += 1
        }
    }
}
