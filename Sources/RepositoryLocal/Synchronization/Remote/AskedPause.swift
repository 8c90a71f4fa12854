import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a service has asked to be left alone, by a header field of its own beside any answer.
///
/// The copies of a collection share it. What is begun, such as a listing in pages, is brought to its end.
struct AskedPause: Networking {
    private let name: HTTPField.Name
    private let networking: any Networking
    private let longest = Locked<Duration?>(nil)

    /// Reads the answers of a service; nil where it has no such field.
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

    /// What was asked for since the last call.
    func take() -> Duration? {
        longest.withLock { longest in
            defer { longest = nil }
            return longest
        }
    }
}

extension RemoteCollection {
    /// The service that it is of.
    var api: any APIDefinition.Type { collectionRequest(.list, "").api }
}
