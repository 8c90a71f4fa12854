import Foundation

/// Two ways to do the same, timed in turns.
struct Turns {
    /// What one run took.
    private struct Time {
        /// On the clock.
        let seconds: Double
        /// Of the processor; on a machine that does other things too, this says more.
        let processorSeconds: Double
    }

    private var ours: [Time] = []
    private var others: [Time] = []

    init(
        rounds: Int,
        ours: () async throws -> Void,
        other: () async throws -> Void
    ) async rethrows {
        for round in 0...rounds {
            let ourTime = try await Turns.time(ours)
            let otherTime = try await Turns.time(other)
            // The first round warms up.
            if round == 0 { continue }
            self.ours.append(ourTime)
            others.append(otherTime)
        }
    }

    private static func time(_ body: () async throws -> Void) async rethrows -> Time {
        let start = processorSeconds
        let duration = try await ContinuousClock().measure { try await body() }
        return Time(seconds: duration / .seconds(1), processorSeconds: processorSeconds - start)
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func median(_ times: [Time], _ value: KeyPath<Time, Double>) -> Double {
        times.map { $0[keyPath: value] }.sorted()[times.count / 2]
    }

    /// By the processor's time, which other processes disturb least.
    private var ratio: String {
        let ratio = median(others, \.processorSeconds) / median(ours, \.processorSeconds)
        return String(format: "%.2f ×", ratio)
    }

    /// What both sides took by the clock, and then of processor time.
    private var medians: [Double] {
        [
            median(ours, \.seconds), median(others, \.seconds),
            median(ours, \.processorSeconds), median(others, \.processorSeconds),
        ]
    }

    func reportRate(_ name: String, of count: Int, bar: String) {
        let rates = medians.map { "\(Int(Double(count) / $0))/s" }
        print("| \(name) | \(bar) | \(rates.joined(separator: " | ")) | \(ratio) |")
    }

    func reportTime(_ name: String, bar: String) {
        let times = medians.map { String(format: "%.3f ms", $0 * 1000) }
        print("| \(name) | \(bar) | \(times.joined(separator: " | ")) | \(ratio) |")
    }
}
