/// Keeps requests apart in time, and counts them.
actor RequestBudget {
    private let interval: Duration
    private let maximum: Int
    private var next: ContinuousClock.Instant?
    /// How many requests were sent.
    private(set) var count = 0
    /// How many of them had a response.
    private(set) var responses = 0

    init(rate: Double, maximum: Int) {
        interval = rate > 0 ? .seconds(1 / rate) : .zero
        self.maximum = maximum
    }

    /// Waits until a request may be sent.
    ///
    /// - Returns: Whether it may be; not once as many were sent as are allowed.
    func take() async -> Bool {
        guard count < maximum else { return false }
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

    /// Lets requests through that remove what was created, however many there were.
    func allowCleanUp() { count = min(count, maximum - 1_000) }
}
