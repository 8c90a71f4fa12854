/// How far a transfer is: the body of a request on its way to the server, and that of its response.
///
///     try await networking.request(Endpoint.AddPicture(picture: picture)) { progress in
///         show(progress.fractionCompleted)
///     }
public struct TransferProgress: Hashable, Sendable {
    /// How many bytes of the body of the request have left.
    public var bytesSent = 0
    /// How many bytes the body of the request has; 0 where there is none, or it is a stream.
    public var bytesToSend = 0
    /// How many bytes of the body of the response have come, after decompression.
    public var bytesReceived = 0
    /// How many bytes the server has announced; nil before the response comes, and where it does not say.
    public var bytesToReceive: Int?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - bytesSent: How many bytes of the body of the request have left.
    ///   - bytesToSend: How many it has.
    ///   - bytesReceived: How many bytes of the body of the response have come.
    ///   - bytesToReceive: How many the server has announced.
    public init(
        bytesSent: Int = 0,
        bytesToSend: Int = 0,
        bytesReceived: Int = 0,
        bytesToReceive: Int? = nil
    ) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
        self.bytesReceived = bytesReceived
        self.bytesToReceive = bytesToReceive
    }

    /// The part that is done, from 0 to 1; nil where the length of the response is not known.
    ///
    /// Until the response comes, it is the part of the request that has left.
    public var fractionCompleted: Double? {
        let isReceiving = bytesToReceive != nil || bytesReceived > 0
        guard isReceiving else {
            return bytesToSend == 0 ? nil : min(1, Double(bytesSent) / Double(bytesToSend))
        }
        guard let bytesToReceive else { return nil }
        let all = bytesToSend + bytesToReceive
        let done = min(bytesSent, bytesToSend) + min(bytesReceived, bytesToReceive)
        return all == 0 ? 1 : Double(done) / Double(all)
    }
}
