import HTTPTypes

/// What a streamed response answers, and by what it can be asked for again when its connection has ended.
struct ResponseOrigin: Sendable {
    var request: NetworkingRequest
    /// Nil where it cannot be asked for again.
    var networking: (any Networking)?
    /// The data of the event that ends a stream; nil where only its end does.
    var lastData: String?

    /// Sends the request once more.
    ///
    /// - Parameters:
    ///   - fields: Header fields that say where to go on; they replace those of the request.
    ///   - count: How many bytes of the response are there already.
    /// - Returns: The response, whatever its status; nil where it cannot be asked for again.
    /// - Throws: `NetworkingError` when no head of a response came.
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
                progress.bytesToReceive = progress.bytesToReceive.map { $0 + count }
                report(progress)
            }
        }
        return try await networking.send(request)
    }
}
