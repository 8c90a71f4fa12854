import HTTPTypes

extension NetworkingRequest {
    /// Whether sending it twice is the same as sending it once.
    ///
    /// By RFC 9110, section 9.2.2, that is so for GET, HEAD, OPTIONS, PUT and DELETE; for others
    /// where they have an `Idempotency-Key`. Where a service has another header or rule for that,
    /// set it.
    public var isIdempotent: Bool {
        get {
            statedIdempotence ?? (Self.idempotent.contains(head.method) || hasIdempotencyKey)
        }
        set {
            statedIdempotence = newValue
        }
    }

    /// Whether the method changes nothing, by RFC 9110, section 9.2.1.
    var isSafe: Bool {
        Self.safe.contains(head.method)
    }

    /// Whether the server is to act only on a state that the client knows.
    var hasPrecondition: Bool {
        let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]
        return names.contains { head.headerFields.contains($0) }
    }

    private var hasIdempotencyKey: Bool {
        HTTPField.Name("Idempotency-Key").map { head.headerFields.contains($0) } ?? false
    }

    private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .query]
    private static let idempotent = safe.union([.put, .delete])
}

extension NetworkingResponse {
    /// Whether the server may have carried out a write although it does not say so.
    func isAmbiguous(for request: NetworkingRequest) -> Bool {
        [408, 500, 502, 504].contains(status) && !request.isSafe
    }
}
