/// An observed list, with what has changed in it since the element before.
///
/// Deletions and the starts of moves are positions in the list before; insertions, updates and the ends of moves
/// are positions in the list now. Table and collection views take deletions, insertions and moves in one batch;
/// reload or reconfigure `updates` after it. An entity that gets its identity from the server is a deletion and
/// an insertion.
public struct ListChange<Entity: RepositoryValues.Entity>: Sendable {
    /// An entity that stands elsewhere than before, among those that were there before.
    public struct Move: Hashable, Sendable {
        /// Its position in the list before.
        public let from: Int
        /// Its position in the list now.
        public let to: Int
    }

    let rows: [ListRow<Entity>]
    /// Whether it is the first element; then everything is inserted.
    public let isInitial: Bool
    /// The positions of the entities that are gone, in the list before, in ascending order.
    public let deletions: [Int]
    /// The positions of the entities that are new, in ascending order.
    public let insertions: [Int]
    /// The entities that have moved, by their positions now in ascending order.
    public let moves: [Move]
    /// The positions of the entities that were there before and have other properties now, in ascending
    /// order.
    public let updates: [Int]

    /// The entities, now.
    public var entities: [Entity] { rows.map(\.entity) }

    /// The number of entities, now.
    public var count: Int { rows.count }

    /// The entity at a position, now.
    public subscript(position: Int) -> Entity { rows[position].entity }

    /// Whether nothing has changed.
    var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }

    /// The first element of an observation.
    init(_ rows: [ListRow<Entity>]) {
        self.rows = rows
        isInitial = true
        deletions = []
        insertions = Array(rows.indices)
        moves = []
        updates = []
    }

    /// What makes one list of another.
    ///
    /// - Parameters:
    ///   - old: The list before.
    ///   - rows: The list now.
    ///   - touched: The records of which all but the others are as they were, in the same order; nil for all.
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
            // As many of the others stand before it as did before.
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

    /// The places of a longest increasing part of some numbers, each of which is there once: whatever else
    /// there is has moved.
    private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
        // Most lists stay in their order.
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return Set(numbers.indices) }
        /// The place of the least number with which a part of each length ends.
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
    /// What the orders compare, one for each.
    let members: [JSON?]
    let entity: Entity
}

extension Array {
    /// The positions of the rows of some records, in ascending order; nil asks for all.
    func places<Entity>(of keys: Set<RecordKey>?) -> [Int] where Element == ListRow<Entity> {
        guard let keys else { return indices.map { $0 } }
        guard let key = keys.first else { return [] }
        // To compare one costs less than to hash all.
        if keys.count == 1 { return indices.filter { self[$0].key == key } }
        return indices.filter { keys.contains(self[$0].key) }
    }
}
