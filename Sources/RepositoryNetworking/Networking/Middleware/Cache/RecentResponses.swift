/// Responses by key, ordered by last use.
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

    /// For one key, the responses that differ in the fields named by `Vary`.
    private var entries: [CacheKey: [Entry]] = [:]
    /// The uses in order, including those superseded by a later use of the same entry.
    private var uses: [Use] = []
    private var firstUse = 0
    private var lastNumber: UInt64 = 0

    /// The number of responses.
    private(set) var count = 0
    /// Their total size in bytes.
    private(set) var bytes = 0

    /// The keys of the responses.
    var keys: [CacheKey] { Array(entries.keys) }

    /// Returns the first response of a key that meets a condition, and marks it as used.
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

    /// Adds a response.
    mutating func insert(_ response: CachedResponse, for key: CacheKey) {
        let cost = response.cost
        let entry = Entry(response: response, cost: cost, lastUse: noteUse(of: key))
        entries[key, default: []].append(entry)
        count += 1
        bytes += cost
    }

    /// Removes the responses of a key that meet a condition.
    mutating func remove(_ key: CacheKey, where condition: (CachedResponse) -> Bool) {
        guard let old = entries[key] else { return }
        let kept = old.filter { !condition($0.response) }
        entries[key] = kept.isEmpty ? nil : kept
        count -= old.count - kept.count
        bytes -= old.reduce(0) { $0 + $1.cost } - kept.reduce(0) { $0 + $1.cost }
    }

    /// Removes the least recently used response.
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
        // Compacted after as many uses as there are entries, for amortized constant cost.
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
