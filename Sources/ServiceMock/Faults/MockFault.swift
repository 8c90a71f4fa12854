/// A failure or a delay of a request.
public enum MockFault: Hashable, Sendable {
    /// The connection ends before the mock processes the request.
    case offline
    /// The mock processes the request, and the connection ends before the response.
    case loseResponse
    /// The mock processes the request, and the connection ends within the body.
    case cutResponse
    /// The mock responds with a status without processing the request; with `Retry-After` in
    /// seconds if set.
    case fail(status: Int, retryAfter: Int? = nil)
    /// The mock processes the request, and responds with an error status.
    case failAfterwards(status: Int)
    /// The response is delayed.
    case delay(Duration)
    /// The connection ends, and the mock processes the request after a delay.
    case late(Duration)
    /// The mock processes the request twice, the second time after a delay.
    case repeated(after: Duration, responds: Bool)
}

/// A fault with the requests that it applies to.
public struct MockFaultRule: Hashable, Sendable {
    /// The method; nil for all.
    public var method: String?
    /// The start of the path; nil for all.
    public var path: String?
    /// The percentage of requests that it applies to.
    public var percent: Double
    /// The number of times that it applies; nil for no limit.
    public var times: Int?
    /// The fault.
    public var fault: MockFault

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - method: The method of the requests; nil for all.
    ///   - path: The start of the paths of the requests; nil for all.
    ///   - percent: The percentage of requests that it applies to.
    ///   - times: The number of times that it applies; nil for no limit.
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

    /// Whether it applies to a request.
    func matches(_ request: MockRequest) -> Bool {
        (method == nil || method == request.method)
            && (path.map { request.path.hasPrefix($0) } ?? true)
    }
}
