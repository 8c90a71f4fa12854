import Foundation
import RepositoryValues
import ServiceModel

/// The state of a mock server: the service, the faults, and the received requests.
struct MockState: Sendable {
    /// The maximum number of stored requests, and of bytes of their bodies.
    private static let maximumRequests = 1_000
    private static let maximumBytes = 16 << 20

    var service: MockService
    /// The fault rules.
    var rules: [MockFaultRule] = []
    /// The fault of a request, determined by code; nil for none.
    var faults: (@Sendable (MockRequest) -> MockFault?)?
    /// The received requests, the newest last.
    private(set) var requests: [MockRequest] = []
    private var bytes = 0
    private var random: SampleRandom

    init(_ service: MockService, seed: UInt64) {
        self.service = service
        random = SampleRandom(state: seed)
    }

    /// Records a request, and determines its fault.
    mutating func fault(of request: MockRequest) -> MockFault? {
        requests.append(request)
        bytes += request.body.count
        if requests.count > Self.maximumRequests || bytes > Self.maximumBytes {
            let rest = requests.dropFirst(max(1, requests.count / 10))
            requests = Array(rest)
            bytes = requests.reduce(0) { $0 + $1.body.count }
            // A single large request must not displace all others.
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
