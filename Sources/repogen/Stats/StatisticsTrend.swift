/// The change of an output's cost since an earlier revision.
struct StatisticsTrend {
    /// The change of a declaration's cost.
    struct Change {
        let name: String
        let kind: DeclarationKind
        /// The earlier cost; nil for a new declaration.
        let old: CodeSize?
        /// The current cost; nil for a deleted declaration.
        let new: CodeSize?

        /// The increase; negative for a decrease.
        var difference: CodeSize { (new ?? CodeSize()) - (old ?? CodeSize()) }
    }

    /// The increase for all files.
    let difference: CodeSize
    /// The changed declarations, the largest changes of time or size first.
    let changes: [Change]

    /// Compares declarations by the paths of their files.
    ///
    /// - Parameters:
    ///   - old: The earlier output; nil if it is new.
    ///   - new: The current output; nil if it is deleted.
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
