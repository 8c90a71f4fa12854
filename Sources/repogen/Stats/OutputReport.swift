/// What `repogen stats` says of one output.
struct OutputReport {
    let statistics: OutputStatistics
    /// The comparison with a revision; nil where none is asked for.
    var trend: StatisticsTrend?
    /// What the compiler took; nil where it is not asked.
    var measurement: CompileMeasurement?

    /// The declarations, the most expensive first: by what was measured, where it was.
    var mostExpensive: [OutputStatistics.Declaration] {
        guard let measured = measurement?.declarations else { return statistics.mostExpensive }
        return statistics.mostExpensive.enumerated().sorted { first, second in
            let one = measured[first.element.path] ?? .init()
            let other = measured[second.element.path] ?? .init()
            return (other.checkMicroseconds, other.codeBytes ?? 0, first.offset)
                < (one.checkMicroseconds, one.codeBytes ?? 0, second.offset)
        }.map(\.element)
    }
}
