/// Merges equal shapes in different places, so that each gets one name.
struct ShapeSharing {
    /// The maximum number of shapes to compare in pairs.
    private static let pairLimit = 1500

    /// Merges equal object shapes, then nearly equal ones, until nothing changes.
    static func share(in graph: inout ShapeGraph) {
        repeat {
            while uniteEqual(in: &graph) {}
        } while uniteSimilar(in: &graph)
    }

    /// Merges objects with the same keys and value types.
    private static func uniteEqual(in graph: inout ShapeGraph) -> Bool {
        var groups: [Set<String>: [Int]] = [:]
        var isChanged = false
        for node in graph.representatives where graph.find(node) == node {
            guard graph[node].isRecord else { continue }
            let keys = graph[node].keys
            let known = groups[keys, default: []]
            let same = known.first {
                graph[$0].keys == keys && graph.find($0) != node && areAlike($0, node, in: graph)
            }
            guard let same else {
                groups[keys] = known + [node]
                continue
            }
            graph.unite(same, node)
            isChanged = true
        }
        graph.compress()
        return isChanged
    }

    /// Merges large objects that differ in a few keys.
    private static func uniteSimilar(in graph: inout ShapeGraph) -> Bool {
        let records = graph.representatives
            .filter { graph[$0].isRecord && graph[$0].members.count > 4 }
            .sorted { graph[$0].members.count < graph[$1].members.count }
        guard records.count <= pairLimit else { return false }
        var numbers: [String: Int] = [:]
        var keys = records.map { sortedKeys(of: $0, in: graph, &numbers) }
        var isChanged = false
        for first in records.indices {
            for second in records.indices where second > first {
                // Sorted by the number of keys: the remaining ones have too many.
                guard keys[first].count * 5 >= keys[second].count * 4 else { break }
                let common = commonCount(keys[first], keys[second])
                let union = keys[first].count + keys[second].count - common
                let (one, other) = (records[first], records[second])
                guard common * 5 >= union * 4, graph.find(one) != graph.find(other),
                    areAlike(one, other, in: graph)
                else { continue }
                graph.unite(one, other)
                keys[first] = sortedKeys(of: one, in: graph, &numbers)
                isChanged = true
            }
        }
        graph.compress()
        return isChanged
    }

    /// Whether two objects have most of their keys in common, and could have the same types.
    static func areSimilar(_ one: Int, _ other: Int, in graph: ShapeGraph) -> Bool {
        let common = graph[one].keys.intersection(graph[other].keys).count
        let union = graph[one].keys.count + graph[other].keys.count - common
        return common * 5 >= union * 3 && areAlike(one, other, in: graph)
    }

    private static func sortedKeys(
        of node: Int,
        in graph: ShapeGraph,
        _ numbers: inout [String: Int]
    ) -> [Int] {
        graph[node].members.map { member in
            if let number = numbers[member.key] { return number }
            numbers[member.key] = numbers.count
            return numbers.count - 1
        }.sorted()
    }

    private static func commonCount(_ one: [Int], _ other: [Int]) -> Int {
        var (first, second, count) = (0, 0, 0)
        while first < one.count, second < other.count {
            if one[first] == other[second] {
                (first, second, count) = (first + 1, second + 1, count + 1)
            } else if one[first] < other[second] {
                first += 1
            } else {
                second += 1
            }
        }
        return count
    }

    /// Whether the common properties of two objects could have the same types.
    private static func areAlike(_ one: Int, _ other: Int, in graph: ShapeGraph) -> Bool {
        let others = nodes(of: graph[other])
        return graph[one].members.allSatisfy { member in
            others[member.key].map { areValuesAlike(member.node, $0, depth: 3, in: graph) } ?? true
        }
    }

    /// The nodes of members by their keys; keys that differ only in bytes are one.
    private static func nodes(of node: ShapeGraph.Node) -> [String: Int] {
        Dictionary(node.members.map { ($0.key, $0.node) }) { first, _ in first }
    }

    private static func areValuesAlike(
        _ one: Int,
        _ other: Int,
        depth: Int,
        in graph: ShapeGraph
    ) -> Bool {
        guard graph.find(one) != graph.find(other), depth > 0 else { return true }
        let (first, second) = (graph[one], graph[other])
        let (kinds, others) = (first.values.kinds, second.values.kinds)
        guard kinds.isEmpty || others.isEmpty || kinds == others else { return false }
        if let element = first.element, let elements = second.element,
            !areValuesAlike(element, elements, depth: depth, in: graph)
        {
            return false
        }
        guard first.isRecord, second.isRecord else {
            // A map and an object with names are different types; an object without keys may be
            // either.
            return !(first.isRecord && second.mapValue != nil)
                && !(second.isRecord && first.mapValue != nil)
        }
        let common = first.keys.intersection(second.keys).count
        let union = first.keys.count + second.keys.count - common
        guard common * 5 >= union * 3 else { return false }
        let values = nodes(of: second)
        return first.members.allSatisfy { member in
            values[member.key].map {
                areValuesAlike(member.node, $0, depth: depth - 1, in: graph)
            } ?? true
        }
    }
}
