/// Two ways to do the same, timed in turns in one process, so that what disturbs one disturbs both.
struct Measurement {
    /// The number of bytes per second of ours; nil where bytes say nothing.
    let bytesPerSecond: Double?
    /// The time of the other way divided by the time of ours, the median of all rounds.
    let ratio: Double
    /// The time of a yardstick divided by the time of ours; nil without one.
    let yardstickRatio: Double?

    /// Times both ways.
    ///
    /// - Parameters:
    ///   - rounds: How often each way is timed, after one round that does not count.
    ///   - byteCount: The bytes that one run reads or writes.
    ///   - ours: The way that is measured.
    ///   - other: The way it is compared with.
    ///   - yardstick: What shows how fast a machine can do a part of it.
    init(
        rounds: Int = 9,
        byteCount: Int? = nil,
        ours: () throws -> Void,
        other: () throws -> Void,
        yardstick: (() -> Void)? = nil
    ) rethrows {
        let clock = ContinuousClock()
        let isProfiling = Measurement.isProfiling
        var ratios: [Double] = []
        var times: [Double] = []
        var yardstickRatios: [Double] = []
        for round in 0...(isProfiling ? rounds * 5 : rounds) {
            let otherTime =
                isProfiling ? 1 : try Measurement.seconds(clock.measure { try other() })
            let ourTime = try Measurement.seconds(clock.measure { try ours() })
            let yardstickTime =
                isProfiling ? nil : yardstick.map { Measurement.seconds(clock.measure($0)) }
            if round == 0 { continue }
            ratios.append(otherTime / ourTime)
            times.append(ourTime)
            if let yardstickTime { yardstickRatios.append(yardstickTime / ourTime) }
        }
        ratio = Measurement.median(ratios)
        yardstickRatio =
            yardstickRatios.isEmpty ? nil : Measurement.median(yardstickRatios)
        let time = Measurement.median(times)
        bytesPerSecond = byteCount.map { Double($0) / time }
    }

    /// Whether only our way is to run, for a profiler to watch.
    static var isProfiling: Bool { CommandLine.arguments.contains("--profile") }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
