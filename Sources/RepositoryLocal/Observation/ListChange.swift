/// An observed list, with its changes since the previous one.
///
/// Deletions and the origins of moves are positions in the previous list; insertions, updates and
/// the targets of moves are positions in the current one. Table and collection views take
/// deletions, insertions and moves in one batch; reload or reconfigure `updates` after it. If the
/// server replaces an entity's identity, that is a deletion and an insertion.
public struct ListChange<Entity: RepositoryValues.Entity>: Sendable {
    /// A kept entity whose position among the kept entities has changed.
    public struct Move: Hashable, Sendable {
        /// The position in the previous list.
        public let from: Int
        /// The position in the current list.
        public let to: Int
    }

    let rows: [ListRow<Entity>]
    /// Whether this is the first element; then all entities are insertions.
    public let isInitial: Bool
    /// The positions of the removed entities in the previous list, in ascending order.
    public let deletions: [Int]
    /// The positions of the new entities, in ascending order.
    public let insertions: [Int]
    /// The moved entities, in ascending order of their current positions.
    public let moves: [Move]
    /// The positions of kept entities with changed properties, in ascending order.
    public let updates: [Int]

    /// The current entities.
    public var entities: [Entity] { rows.map(\.entity) }

    /// The number of current entities.
    public var count: Int { rows.count }

    /// The entity at a position in the current list.
    public subscript(position: Int) -> Entity { rows[position].entity }

    /// Whether nothing has changed.
    var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }

    /// Creates the first element of an observation.
    init(_ rows: [ListRow<Entity>]) {
        self.rows = rows
        isInitial = true
        deletions = []
        insertions = Array(rows.indices)
        moves = []
        updates = []
    }

    /// Computes the changes from one list to another.
    ///
    /// Only the touched records may have changed, nil for all; the others are in the same order.
    init(
        from old: [ListRow<Entity>],
        to rows: [ListRow<Entity>],
        touching touched: Set<RecordKey>?
    ) {
        let before = old.places(of: touched)
        let now = rows.places(of: touched)
        let ranks = Dictionary(
            before.enumerated().map { (old[$1].key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var insertions: [Int] = []
        var updates: [Int] = []
        var isKept = [Bool](repeating: false, count: before.count)
        var moves: [Move] = []
        var standing: [Move] = []
        for (rank, position) in now.enumerated() {
            guard let oldRank = ranks[rows[position].key] else {
                insertions.append(position)
                continue
            }
            isKept[oldRank] = true
            let move = Move(from: before[oldRank], to: position)
            // The number of other entities before it is unchanged.
            let isInPlace = move.from - oldRank == move.to - rank
            if isInPlace { standing.append(move) } else { moves.append(move) }
            if !EntityComparison.areSame([old[move.from].entity], [rows[position].entity]) {
                updates.append(position)
            }
        }
        let stays = Self.longestIncreasing(standing.map(\.from))
        moves += standing.indices.filter { !stays.contains($0) }.map { standing[$0] }
        self.rows = rows
        isInitial = false
        self.insertions = insertions
        self.updates = updates
        self.moves = moves.sorted { $0.to < $1.to }
        deletions = isKept.indices.filter { !isKept[$0] }.map { before[$0] }
    }

    /// Returns the indices of a longest increasing subsequence of distinct numbers; all others have
    /// moved.
    private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
        // Most lists stay in their order.
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return Set(numbers.indices) }
        /// The index of the smallest last number of a subsequence of each length.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous[place] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var part: Set<Int> = []
        var place = ends.last
        while let current = place {
            part.insert(current)
            place = previous[current]
        }
        return part
    }
}

/// A row of an observed list.
struct ListRow<Entity: RepositoryValues.Entity>: Sendable {
    let key: RecordKey
    /// The values to compare, one for each order.
    let members: [JSON?]
    let entity: Entity
}

extension Array {
    /// Returns the positions of the rows of some records, in ascending order; nil for all rows.
    func places<Entity>(of keys: Set<RecordKey>?) -> [Int] where Element == ListRow<Entity> {
        guard let keys else { return indices.map { $0 } }
        guard let key = keys.first else { return [] }
        // A single key is faster to compare than to hash all rows.
        if keys.count == 1 { return indices.filter { self[$0].key == key } }
        return indices.filter { keys.contains(self[$0].key) }
    }
}
