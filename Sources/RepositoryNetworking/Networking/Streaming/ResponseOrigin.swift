import HTTPTypes

/// The request of a streamed response, and how to request it again after its connection ended.
///
/// A class, so that a response is small.
final class ResponseOrigin: Sendable {
    let request: NetworkingRequest
    /// Nil if it cannot be requested again.
    let networking: (any Networking)?
    /// The data of the event that ends a stream; nil if only the end of the connection does.
    let lastData: String?
    /// The media type that a response must have; nil for any.
    let media: String?

    init(
        request: NetworkingRequest,
        networking: (any Networking)?,
        lastData: String?,
        media: String?
    ) {
        self.request = request
        self.networking = networking
        self.lastData = lastData
        self.media = media
    }

    /// Sends the request again.
    ///
    /// - Parameters:
    ///   - fields: Header fields that declare where to resume; they replace those of the request.
    ///   - count: The number of bytes of the response already received.
    /// - Returns: The response, whatever its status; nil if it cannot be requested again.
    /// - Throws: `NetworkingError` if no head of a response was received.
    func reopened(
        adding fields: HTTPFields,
        after count: Int = 0
    ) async throws(NetworkingError) -> NetworkingResponse? {
        guard let networking else { return nil }
        var request = request
        for field in fields { request.head.headerFields[field.name] = field.value }
        if count > 0, let report = request.progress {
            request.progress = { progress in
                var progress = progress
                progress.bytesReceived += count
                progress.bytesToReceive = progress.bytesToReceive.map {
                    $0 > Int.max - count ? .max : $0 + count
                }
                report(progress)
            }
        }
        return try await networking.send(request)
    }
}
