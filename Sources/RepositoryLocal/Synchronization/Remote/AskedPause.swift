import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The pause that a service has requested, in a custom header field of any response.
///
/// All copies of a collection share it. An operation in progress, such as a listing in pages, is
/// completed.
struct AskedPause: Networking {
    private let name: HTTPField.Name
    private let networking: any Networking
    private let longest = Locked<Duration?>(nil)

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
            longest.withLock { $0 = max($0 ?? asked, asked) }
        }
        return response
    }

    /// Returns the pause requested since the last call.
    func take() -> Duration? {
        longest.withLock { longest in
            defer { longest = nil }
            return longest
        }
    }
}

extension RemoteCollection {
    /// The API of the collection's service.
    var api: any APIDefinition.Type { collectionRequest(.list, "").api }
}
