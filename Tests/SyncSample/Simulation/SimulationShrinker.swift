/// Finds the shortest run of a seed that still violates a guarantee.
package struct SimulationShrinker {
    private static let attempts = 400

    /// Creates a shrinker.
    package init() {}

    /// Shortens a run.
    ///
    /// - Parameter run: A run with violations.
    /// - Returns: The shortest one that was found, which records its story.
    package func shortest(_ run: SimulationRun) async -> SimulationRun {
        var best = run
        var left = Self.attempts
        func breaks(_ run: SimulationRun) async -> Bool {
            left -= 1
            return await !run.perform().violations.isEmpty
        }
        for writes in 1..<best.writes {
            var shorter = best
            shorter.writes = writes
            if await breaks(shorter) {
                best = shorter
                break
            }
        }
        let count = await best.perform().occasions
        var size = max(1, count / 2)
        while size >= 1, left > 0 {
            for start in stride(from: 1, through: count, by: size) where left > 0 {
                var quieter = best
                quieter.muted.formUnion(start..<(start + size))
                if quieter.muted.count > best.muted.count, await breaks(quieter) { best = quieter }
            }
            size = size == 1 ? 0 : max(1, size / 2)
        }
        best.tellsStory = true
        return best
    }
}
