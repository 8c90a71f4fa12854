import Foundation
import HTTPTypes

/// The pause that a service has requested, in a custom header field of any response.
///
/// All copies of a collection share it. An operation in progress, such as a listing in pages, is
/// completed.
struct AskedPause: Networking {
    private let name: HTTPField.Name
    private let networking: any Networking
    /// The longest pause, and its end.
    private let longest = Locked<(pause: Duration, end: ContinuousClock.Instant)?>(nil)

    /// Reads the responses of a service; nil if it has no such field.
    init?(_ name: String?, over networking: any Networking) {
        guard let name = name.flatMap({ HTTPField.Name($0) }) else { return nil }
        self.name = name
        self.networking = networking
    }

    var sendsBodySources: Bool { networking.sendsBodySources }

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let response = try await networking.send(request)
        if let asked = RetryAfter.duration(of: response, in: name), asked > .zero {
            // Limited so that the sum of instants cannot overflow.
            let end = ContinuousClock.now + asked.limited
            longest.withLock { if $0.map({ $0.end < end }) ?? true { $0 = (asked, end) } }
        }
        return response
    }

    /// Returns the pause requested since the last call, unless it is over: a response outside of
    /// runs, to a download for example, may have requested it long ago.
    func take() -> Duration? {
        let last = longest.withLock { longest in
            defer { longest = nil }
            return longest
        }
        return last.flatMap { $0.end > .now ? $0.pause : nil }
    }
}
