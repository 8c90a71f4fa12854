import HTTPTypes

/// What a streamed response is asked for again by, when its connection has ended.
struct Reopening: Sendable {
    let networking: any Networking
    let request: NetworkingRequest

    /// Sends the request once more.
    ///
    /// - Parameter fields: Header fields that say where to go on; they replace those of the request.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` when no head of a response came.
    func send(
        adding fields: [HTTPField.Name: String]
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = request
        for (name, value) in fields { request.head.headerFields[name] = value }
        return try await networking.send(request)
    }
}
