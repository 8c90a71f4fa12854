/// The progress of a transfer: the bodies of the request and of its response.
///
///     try await networking.request(Endpoint.AddPicture(picture: picture)) { progress in
///         show(progress.fractionCompleted)
///     }
public struct TransferProgress: Hashable, Sendable {
    /// The bytes of the request body sent so far.
    public var bytesSent = 0
    /// The size of the request body in bytes; 0 if there is none, or it is a stream.
    public var bytesToSend = 0
    /// The bytes of the response body received so far, after decompression.
    public var bytesReceived = 0
    /// The declared size of the response body; nil before the response, and if the server omits it.
    public var bytesToReceive: Int?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - bytesSent: The bytes of the request body sent so far.
    ///   - bytesToSend: The size of the request body in bytes.
    ///   - bytesReceived: The bytes of the response body received so far.
    ///   - bytesToReceive: The declared size of the response body in bytes.
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

    /// The completed fraction, from 0 to 1; nil if the length of the response is unknown.
    ///
    /// Until the response is received, it is the fraction of the request that was sent.
    public var fractionCompleted: Double? {
        let isReceiving = bytesToReceive != nil || bytesReceived > 0
        guard isReceiving else {
            return bytesToSend == 0 ? nil : min(1, Double(bytesSent) / Double(bytesToSend))
        }
        guard let bytesToReceive else { return nil }
        // As numbers of the server, they could overflow.
        let all = Double(bytesToSend) + Double(bytesToReceive)
        let done =
            Double(min(bytesSent, bytesToSend)) + Double(min(bytesReceived, bytesToReceive))
        return all == 0 ? 1 : done / all
    }
}
