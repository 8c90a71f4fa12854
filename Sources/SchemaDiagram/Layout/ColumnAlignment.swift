/// The vertical positions of the items in columns: near their neighbors, in the given order, and
/// without overlap.
struct ColumnAlignment {
    /// The upper edge of each item.
    private(set) var tops: [Double]
    private static let rounds = 12

    init(_ items: ColumnItems) {
        tops = items.heights.map { _ in 0 }
        for order in items.order {
            var y = 0.0
            for (index, item) in order.enumerated() {
                if index > 0 { y += items.gap(order[index - 1], item) }
                tops[item] = y
                y += items.heights[item]
            }
        }
        let left = Self.neighbors(items, onLeft: true)
        let right = Self.neighbors(items, onLeft: false)
        for round in 0..<Self.rounds {
            // The last passes consider both sides, which straightens lines.
            let usesBoth = round >= Self.rounds - 4
            let isForward = round.isMultiple(of: 2)
            let columns = Array(items.order.indices)
            for column in isForward ? columns : columns.reversed() {
                align(items.order[column], items) { item in
                    usesBoth ? left[item] + right[item] : isForward ? left[item] : right[item]
                }
            }
        }
        let top = tops.min() ?? 0
        tops = tops.map { $0 - top }
    }

    /// A neighbor with its desired position.
    private struct Neighbor {
        let item: Int
        /// The vertical offset from the item at which their line is straight.
        let offset: Double
        let weight: Double
    }

    private static func neighbors(_ items: ColumnItems, onLeft: Bool) -> [[Neighbor]] {
        var found = items.items.map { _ in [Neighbor]() }
        for link in items.links.joined() {
            let offset = link.leftPort - link.rightPort
            if onLeft {
                found[link.right].append(
                    Neighbor(item: link.left, offset: offset, weight: link.weight)
                )
            } else {
                found[link.left].append(
                    Neighbor(item: link.right, offset: -offset, weight: link.weight)
                )
            }
        }
        return found
    }

    /// Places the items of a column to minimize the sum of squared distances from the desired
    /// positions: overlapping neighbors become blocks that move together.
    private mutating func align(
        _ order: [Int],
        _ items: ColumnItems,
        _ neighbors: (Int) -> [Neighbor]
    ) {
        struct Block {
            var first: Int
            var sum: Double
            var weight: Double
            var place: Double { sum / weight }
        }
        var offsets: [Double] = []
        var offset = 0.0
        var blocks: [Block] = []
        for (index, item) in order.enumerated() {
            if index > 0 {
                offset += items.heights[order[index - 1]] + items.gap(order[index - 1], item)
            }
            offsets.append(offset)
            let near = neighbors(item)
            let weight = near.reduce(0) { $0 + $1.weight }
            let wanted =
                weight > 0
                ? near.reduce(0) { $0 + (tops[$1.item] + $1.offset) * $1.weight } / weight
                : tops[item]
            // Items without neighbors give way.
            let pull = weight > 0 ? weight : 0.05
            blocks.append(Block(first: index, sum: (wanted - offset) * pull, weight: pull))
            while blocks.count > 1, blocks[blocks.count - 2].place > blocks[blocks.count - 1].place
            {
                let last = blocks.removeLast()
                blocks[blocks.count - 1].sum += last.sum
                blocks[blocks.count - 1].weight += last.weight
            }
        }
        for (index, block) in blocks.enumerated() {
            let end = index + 1 < blocks.count ? blocks[index + 1].first : order.count
            for place in block.first..<end { tops[order[place]] = block.place + offsets[place] }
        }
    }
}
