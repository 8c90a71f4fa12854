/// What goes wrong with a request, or takes time.
public enum MockFault: Hashable, Sendable {
    /// The connection ends before the mock has done anything.
    case offline
    /// The mock does what it is asked, and the connection ends before the response.
    case loseResponse
    /// The mock does what it is asked, and the connection ends within the body.
    case cutResponse
    /// The mock does nothing, and responds with a status; with `Retry-After` in seconds where there is one.
    case fail(status: Int, retryAfter: Int? = nil)
    /// The mock does what it is asked, and responds with a status as if it had failed.
    case failAfterwards(status: Int)
    /// The response comes later.
    case delay(Duration)
    /// The connection ends, and the mock does what it was asked after a while.
    case late(Duration)
    /// The mock does what it is asked twice, the second time after a while.
    case repeated(after: Duration, responds: Bool)
}

/// Which requests a fault happens to.
public struct MockFaultRule: Hashable, Sendable {
    /// The method; nil for all.
    public var method: String?
    /// How the path begins; nil for all.
    public var path: String?
    /// How many of 100 requests it happens to.
    public var percent: Double
    /// How many times it happens; nil for no end.
    public var times: Int?
    /// What happens.
    public var fault: MockFault

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - fault: What happens.
    ///   - method: The method of the requests; nil for all.
    ///   - path: How the paths of the requests begin; nil for all.
    ///   - percent: How many of 100 requests it happens to.
    ///   - times: How many times it happens; nil for no end.
    public init(
        _ fault: MockFault,
        method: String? = nil,
        path: String? = nil,
        percent: Double = 100,
        times: Int? = nil
    ) {
        self.fault = fault
        self.method = method
        self.path = path
        self.percent = percent
        self.times = times
    }

    /// Whether it is about a request.
    func matches(_ request: MockRequest) -> Bool {
        (method == nil || method == request.method)
            && (path.map { request.path.hasPrefix($0) } ?? true)
    }
}
