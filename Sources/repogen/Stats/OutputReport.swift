/// The report of `repogen stats` for one output.
struct OutputReport {
    let statistics: OutputStatistics
    /// The comparison with a revision; nil if not requested.
    var trend: StatisticsTrend?
    /// The measurement; nil if not requested.
    var measurement: CompileMeasurement?

    /// The declarations, the most expensive first, by measurement if there is one.
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
