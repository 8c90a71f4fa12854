/// Keeps requests apart in time, and counts them.
actor RequestBudget {
    private let interval: Duration
    private let maximum: Int
    private var next: ContinuousClock.Instant?
    /// How many requests were sent.
    private(set) var count = 0
    /// How many of them had a response.
    private(set) var responses = 0
    /// Whether a request was not sent because there were too many.
    private(set) var isExhausted = false

    init(rate: Double, maximum: Int) {
        // An hour between two requests is as long as anybody waits.
        interval = rate > 0 ? .seconds(min(1 / rate, 3_600)) : .zero
        self.maximum = maximum
    }

    /// Waits until a request may be sent.
    ///
    /// - Parameter isCleaningUp: Whether it deletes what was created, which is done however many there were.
    /// - Returns: Whether it may be; not once as many were sent as are allowed.
    func take(isCleaningUp: Bool) async -> Bool {
        guard isCleaningUp || count < maximum else {
            isExhausted = true
            return false
        }
        count += 1
        guard interval > .zero else { return true }
        let now = ContinuousClock.now
        let start = max(next ?? now, now)
        next = start + interval
        if start > now { try? await Task.sleep(until: start, clock: .continuous) }
        return true
    }

    /// Notes that a response came.
    func noteResponse() { responses += 1 }

    /// Whether requests were sent, and none had a response.
    var isUnanswered: Bool { count > 0 && responses == 0 }
}
