import Foundation
import RepositoryValues
import ServiceModel

/// What a mock server holds: the service, the faults, and what was asked.
struct MockState: Sendable {
    /// How many requests are kept at most, and how many bytes of their bodies.
    private static let maximumRequests = 1_000
    private static let maximumBytes = 16 << 20

    var service: MockService
    /// The faults by rule.
    var rules: [MockFaultRule] = []
    /// The fault of a request, decided by a program; nil for none.
    var faults: (@Sendable (MockRequest) -> MockFault?)?
    /// The requests that came, the newest last.
    private(set) var requests: [MockRequest] = []
    private var bytes = 0
    private var random: SampleRandom

    init(_ service: MockService, seed: UInt64) {
        self.service = service
        random = SampleRandom(state: seed)
    }

    /// Notes a request, and decides what goes wrong with it.
    mutating func fault(of request: MockRequest) -> MockFault? {
        requests.append(request)
        bytes += request.body.count
        if requests.count > Self.maximumRequests || bytes > Self.maximumBytes {
            let rest = requests.dropFirst(max(1, requests.count / 10))
            requests = Array(rest)
            bytes = requests.reduce(0) { $0 + $1.body.count }
            // One that is large by itself is not worth the others.
            if bytes > Self.maximumBytes { (requests, bytes) = ([], 0) }
        }
        if let fault = faults?(request) { return fault }
        for index in rules.indices where rules[index].matches(request) {
            guard nextShare() < rules[index].percent else { continue }
            let fault = rules[index].fault
            if let times = rules[index].times {
                rules[index].times = times - 1
                if times <= 1 { rules.remove(at: index) }
            }
            return fault
        }
        return nil
    }

    /// A number from 0 up to 100.
    private mutating func nextShare() -> Double {
        Double(random.next() >> 11) / Double(1 << 53) * 100
    }

    mutating func forgetRequests() { (requests, bytes) = ([], 0) }
}
