import Foundation
import HTTPTypes

/// A stored response, with what decides whether it matches another request.
struct CachedResponse: Sendable {
    /// Status 200, with the header fields of the latest response.
    private var head: HTTPResponse
    private let body: Data
    private let url: URL?
    /// The request header fields that the response depends on.
    private let variant: [HTTPField.Name: String?]
    /// The estimated time at which the server created it.
    private var made: Date
    private var maximumAge: Int?
    private var isAlwaysAsked: Bool
    private var isNeverStale: Bool
    /// Fields about the exchange itself rather than about the content.
    private let momentary: [HTTPField.Name]

    /// Stores a response; nil if it must not be stored or could not be reused.
    init?(_ response: NetworkingResponse, to request: NetworkingRequest, now: Date) {
        let control = CacheControl(response.head.headerFields)
        // After a redirect the tag belongs to another URL, which may differ next time.
        guard response.status == 200, response.route == .direct, !control.forbidsStoring,
            let variant = Self.variant(of: response, to: request)
        else {
            return nil
        }
        self.head = response.head
        self.body = response.body
        self.url = response.url
        self.variant = variant
        self.made = now
        self.isAlwaysAsked = true
        self.isNeverStale = true
        let backoff = request.form?.conventions.backoff.flatMap { HTTPField.Name($0) }
        self.momentary = [.retryAfter] + (backoff.map { [$0] } ?? [])
        note(control, now: now)
        guard isFresh(now: now) || head.headerFields.hasValidator else { return nil }
    }

    /// Returns whether it may be used without revalidation.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - accepted: The greatest age that the request accepts, in seconds; nil for any.
    ///   - staleness: The seconds past its lifetime that the request accepts; nil for none.
    /// - Returns: Whether it may; false for a response with `no-cache`.
    func isFresh(now: Date, accepting accepted: Int? = nil, staleBy staleness: Int? = nil) -> Bool {
        let staleness = isNeverStale ? nil : staleness
        guard !isAlwaysAsked, let lifetime = maximumAge ?? staleness.map({ _ in 0 }) else {
            return false
        }
        let age = now.timeIntervalSince(made)
        let limit = Double(lifetime) + Double(staleness ?? 0)
        // A negative age means that the clock was set back.
        return age >= 0 && age < min(limit, accepted.map(Double.init) ?? limit)
    }

    /// Returns whether it matches the header fields of a request.
    func matches(_ request: NetworkingRequest) -> Bool {
        variant.allSatisfy { request.head.headerFields[$0.key] == $0.value }
    }

    /// Returns the conditional request that revalidates it; nil if it has no validator.
    func condition(on request: NetworkingRequest) -> NetworkingRequest? {
        guard head.headerFields.hasValidator else { return nil }
        var request = request
        request.head.headerFields[.ifNoneMatch] = head.headerFields[.eTag]
        request.head.headerFields[.ifModifiedSince] = head.headerFields[.lastModified]
        return request
    }

    /// Returns the response, without revalidation.
    func response(now: Date) -> NetworkingResponse {
        var head = head
        for name in momentary { head.headerFields[name] = nil }
        head.headerFields[.age] = "\(Int(max(0, now.timeIntervalSince(made))))"
        return NetworkingResponse(head: head, body: body, url: url)
    }

    /// Returns it updated with the header fields of a 304; nil if the 304 belongs to another
    /// response.
    func confirmed(by response: NetworkingResponse, now: Date) -> CachedResponse? {
        let fields = response.head.headerFields
        if let tag = fields[.eTag], tag.withoutWeakness != head.headerFields[.eTag]?.withoutWeakness
        {
            return nil
        }
        var confirmed = self
        for name in momentary { confirmed.head.headerFields[name] = nil }
        for name in Set(fields.map(\.name)) where !Self.ofTheBody.contains(name) {
            confirmed.head.headerFields[values: name] = fields[values: name]
        }
        confirmed.head.headerFields[.age] = fields[.age]
        confirmed.note(CacheControl(confirmed.head.headerFields), now: now)
        return confirmed
    }

    /// Whether its header fields, which a 304 may have changed, allow it to be stored.
    var isStorable: Bool { !CacheControl(head.headerFields).forbidsStoring }

    /// Returns the response after a 304.
    func response(confirmedBy response: NetworkingResponse) -> NetworkingResponse {
        var whole = response
        whole.head = head
        whole.body = body
        return whole
    }

    /// The approximate size in bytes.
    var cost: Int {
        let overhead = 512
        return head.headerFields.reduce(body.count + overhead) { sum, field in
            sum + field.name.rawName.utf8.count + field.value.utf8.count
        }
    }

    private mutating func note(_ control: CacheControl, now: Date) {
        made = now.addingTimeInterval(-Double(head.headerFields.ageInSeconds ?? 0))
        maximumAge = control.maximumAge
        isAlwaysAsked = control.demandsAsking
        isNeverStale = control.forbidsStaleness
    }

    /// Returns the request header fields that the response depends on; nil if it depends on more
    /// than those.
    private static func variant(
        of response: NetworkingResponse,
        to request: NetworkingRequest
    ) -> [HTTPField.Name: String?]? {
        var variant: [HTTPField.Name: String?] = [:]
        for part in (response.head.headerFields[.vary] ?? "").split(separator: ",") {
            // An asterisk is a valid field name by its characters.
            let text = part.filter { $0 != " " && $0 != "\t" }
            guard text != "*", let name = HTTPField.Name(String(text)) else { return nil }
            variant[name] = .some(request.head.headerFields[name])
        }
        return variant
    }

    /// Fields that describe the stored body; a 304 has none (RFC 9111, section 3.2).
    private static let ofTheBody: Set<HTTPField.Name> = [
        .contentLength, .contentEncoding, .contentRange, .contentType, .transferEncoding,
        .connection,
    ]
}

extension HTTPFields {
    /// Whether the response has a validator.
    fileprivate var hasValidator: Bool {
        contains(.eTag) || contains(.lastModified)
    }

    /// The age of a response from a cache, rounded down, at most a year; nil if it is from the
    /// service itself.
    var ageInSeconds: Int? {
        self[.age].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : Swift.min($0, 31_536_000) }
    }
}

extension String {
    fileprivate var withoutWeakness: Substring {
        hasPrefix("W/") ? dropFirst(2) : self[...]
    }
}
