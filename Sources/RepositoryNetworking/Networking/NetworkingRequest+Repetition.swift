import HTTPTypes

extension NetworkingRequest {
    /// Whether sending the request twice has the same effect as sending it once.
    ///
    /// By RFC 9110, section 9.2.2, this is true for GET, HEAD, OPTIONS, PUT and DELETE; for other
    /// methods, if the request has an `Idempotency-Key`. If a service has another header field or
    /// rule, set this property.
    public var isIdempotent: Bool {
        get {
            statedIdempotence ?? (Self.idempotent.contains(head.method) || hasIdempotencyKey)
        }
        set {
            statedIdempotence = newValue
        }
    }

    /// Whether the method is read-only, by RFC 9110, section 9.2.1.
    var isSafe: Bool {
        Self.safe.contains(head.method)
    }

    /// Whether the server should act only if its state is the one that the client knows.
    var hasPrecondition: Bool {
        let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]
        return names.contains { head.headerFields.contains($0) }
    }

    private var hasIdempotencyKey: Bool {
        head.headerFields.contains(.idempotencyKey)
    }

    private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .query]
    private static let idempotent = safe.union([.put, .delete])
}

extension NetworkingResponse {
    /// Returns whether the server may have carried out a write although the response is an error.
    func isAmbiguous(for request: NetworkingRequest) -> Bool {
        [408, 500, 502, 504].contains(status) && !request.isSafe
    }
}
