/// How what an output costs differs from an earlier revision.
struct StatisticsTrend {
    /// How what a declaration costs has changed.
    struct Change {
        let name: String
        let kind: DeclarationKind
        /// What it cost before; nil for one that is new.
        let old: CodeSize?
        /// What it costs; nil for one that is deleted.
        let new: CodeSize?

        /// What it costs more; less where that is negative.
        var difference: CodeSize { (new ?? CodeSize()) - (old ?? CodeSize()) }
    }

    /// What all files cost more.
    let difference: CodeSize
    /// The declarations that have changed, those whose time or size changes most first.
    let changes: [Change]

    /// Compares the declarations by the paths of their files.
    ///
    /// - Parameters:
    ///   - old: The earlier output; nil where it is new.
    ///   - new: The output; nil where it is deleted.
    init(from old: OutputStatistics?, to new: OutputStatistics?) {
        difference = (new?.total ?? CodeSize()) - (old?.total ?? CodeSize())
        func byPath(_ output: OutputStatistics?) -> [String: OutputStatistics.Declaration] {
            Dictionary((output?.declarations ?? []).map { ($0.path, $0) }) { first, _ in first }
        }
        let (before, after) = (byPath(old), byPath(new))
        let paths = Set(before.keys).union(after.keys)
        let all = paths.compactMap { path -> (path: String, change: Change)? in
            guard let one = after[path] ?? before[path], before[path]?.size != after[path]?.size
            else { return nil }
            let (old, new) = (before[path]?.size, after[path]?.size)
            return (path, Change(name: one.name, kind: one.kind, old: old, new: new))
        }
        changes = all.sorted { first, second in
            let (one, other) = (first.change.difference, second.change.difference)
            return (abs(other.microseconds), abs(other.bytes), first.path)
                < (abs(one.microseconds), abs(one.bytes), second.path)
        }.map(\.change)
    }
}
