/// Answers by key, in the order of their last use.
struct RecentResponses: Sendable {
    private struct Entry: Sendable {
        let response: CachedResponse
        let cost: Int
        var lastUse: UInt64
    }

    private struct Use: Sendable {
        let key: CacheKey
        let number: UInt64
    }

    /// Of one key, those that differ in the headers named by `Vary`.
    private var entries: [CacheKey: [Entry]] = [:]
    /// The uses in order, also those that a later one of the same entry has made void.
    private var uses: [Use] = []
    private var firstUse = 0
    private var lastNumber: UInt64 = 0

    /// How many there are.
    private(set) var count = 0
    /// How many bytes they take.
    private(set) var bytes = 0

    /// Whose answers there are.
    var keys: [CacheKey] { Array(entries.keys) }

    /// The first answer of a key that meets a condition, used from now on.
    mutating func use(
        _ key: CacheKey,
        where condition: (CachedResponse) -> Bool
    ) -> CachedResponse? {
        guard let index = entries[key]?.firstIndex(where: { condition($0.response) }) else {
            return nil
        }
        let number = noteUse(of: key)
        entries[key]?[index].lastUse = number
        return entries[key]?[index].response
    }

    /// Adds an answer.
    mutating func insert(_ response: CachedResponse, for key: CacheKey) {
        let cost = response.cost
        let entry = Entry(response: response, cost: cost, lastUse: noteUse(of: key))
        entries[key, default: []].append(entry)
        count += 1
        bytes += cost
    }

    /// Removes the answers of a key that meet a condition.
    mutating func remove(_ key: CacheKey, where condition: (CachedResponse) -> Bool) {
        guard let old = entries[key] else { return }
        let kept = old.filter { !condition($0.response) }
        entries[key] = kept.isEmpty ? nil : kept
        count -= old.count - kept.count
        bytes -= old.reduce(0) { $0 + $1.cost } - kept.reduce(0) { $0 + $1.cost }
    }

    /// Removes the answer whose last use is longest ago.
    mutating func removeOldest() {
        while firstUse < uses.count {
            let use = uses[firstUse]
            firstUse += 1
            guard let index = entries[use.key]?.firstIndex(where: { $0.lastUse == use.number }),
                let entry = entries[use.key]?.remove(at: index)
            else { continue }
            if entries[use.key]?.isEmpty == true { entries[use.key] = nil }
            count -= 1
            bytes -= entry.cost
            return
        }
    }

    private mutating func noteUse(of key: CacheKey) -> UInt64 {
        // Once in as many uses as there are entries, so that a use costs the same on average.
        if uses.count > 2 * count + 64 {
            uses = uses[firstUse...].filter { use in
                entries[use.key]?.contains { $0.lastUse == use.number } == true
            }
            firstUse = 0
        }
        lastNumber += 1
        uses.append(Use(key: key, number: lastNumber))
        return lastNumber
    }
}
