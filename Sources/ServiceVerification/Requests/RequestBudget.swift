/// Limits the rate and the number of requests.
actor RequestBudget {
    private let interval: Duration
    private let maximum: Int
    private var next: ContinuousClock.Instant?
    /// The number of requests sent.
    private(set) var count = 0
    /// The number of requests with a response.
    private(set) var responses = 0
    /// Whether a request was not sent because of the limit.
    private(set) var isExhausted = false

    init(rate: Double, maximum: Int) {
        // The interval between two requests is at most an hour.
        interval = rate > 0 ? .seconds(min(1 / rate, 3_600)) : .zero
        self.maximum = maximum
    }

    /// Waits until a request may be sent.
    ///
    /// - Parameter isCleaningUp: Whether it deletes created entities, which the limit does not
    ///   prevent.
    /// - Returns: Whether it may be sent; false once the limit is reached.
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

    /// Records a response.
    func noteResponse() { responses += 1 }

    /// Whether requests were sent, but none got a response.
    var isUnanswered: Bool { count > 0 && responses == 0 }
}
