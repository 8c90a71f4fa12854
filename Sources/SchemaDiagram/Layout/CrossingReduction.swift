/// Orders the items of columns to reduce line crossings: each near the median of its neighbors,
/// alternately from left to right and back.
struct CrossingReduction {
    private var items: ColumnItems
    /// The number of passes.
    private static let rounds = 14

    init(_ items: ColumnItems) { self.items = items }

    /// The items in the best order found.
    var result: ColumnItems {
        var best = items
        var fewest = crossings(of: items)
        var current = items
        for round in 0..<Self.rounds where fewest > 0 {
            if round.isMultiple(of: 2) {
                for column in current.order.indices.dropFirst() {
                    sort(column, by: column - 1, in: &current)
                }
            } else {
                for column in current.order.indices.dropLast().reversed() {
                    sort(column, by: column, in: &current)
                }
            }
            let found = crossings(of: current)
            if found < fewest { (best, fewest) = (current, found) }
        }
        return best
    }

    /// Sorts a column by the segments between it and an adjacent column.
    private func sort(_ column: Int, by links: Int, in items: inout ColumnItems) {
        let isLeft = links == column
        let neighbors = places(in: items.order[isLeft ? column + 1 : links])
        let own = places(in: items.order[column])
        var sums: [Int: (sum: Double, count: Double)] = [:]
        for link in items.links[links] {
            let (item, neighbor) = isLeft ? (link.left, link.right) : (link.right, link.left)
            let port = isLeft ? link.rightPort : link.leftPort
            let height = items.heights[neighbor]
            let place = Double(neighbors[neighbor] ?? 0) + (height > 0 ? port / height * 0.9 : 0)
            let old = sums[item] ?? (0, 0)
            sums[item] = (old.sum + place, old.count + 1)
        }
        // An item without neighbors keeps its position.
        let factor =
            Double(items.order[isLeft ? column + 1 : links].count)
            / Double(max(1, items.order[column].count))
        let keys = items.order[column].map { item -> (key: Double, place: Int, item: Int) in
            let place = own[item] ?? 0
            let key = sums[item].map { $0.sum / $0.count } ?? Double(place) * factor
            return (key, place, item)
        }
        items.order[column] = keys.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.item)
    }

    private func places(in order: [Int]) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    }

    /// The number of line crossings.
    private func crossings(of items: ColumnItems) -> Int {
        var sum = 0
        for (column, links) in items.links.enumerated() where links.count > 1 {
            let left = places(in: items.order[column])
            let right = places(in: items.order[column + 1])
            let sorted = links.sorted {
                (left[$0.left] ?? 0, $0.leftPort, right[$0.right] ?? 0)
                    < (left[$1.left] ?? 0, $1.leftPort, right[$1.right] ?? 0)
            }
            sum += inversions(
                sorted.map { right[$0.right] ?? 0 },
                below: items.order[column + 1].count
            )
        }
        return sum
    }

    /// The number of inversions, counted with a Fenwick tree.
    private func inversions(_ numbers: [Int], below limit: Int) -> Int {
        var tree = Array(repeating: 0, count: limit + 1)
        var sum = 0
        for (count, number) in numbers.enumerated() {
            var index = number + 1
            var notGreater = 0
            while index > 0 {
                notGreater += tree[index]
                index -= index & -index
            }
            sum += count - notGreater
            index = number + 1
            while index <= limit {
                tree[index] += 1
                index += index & -index
            }
        }
        return sum
    }
}
