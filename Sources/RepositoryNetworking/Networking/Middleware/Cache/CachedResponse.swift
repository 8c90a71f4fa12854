import Foundation
import HTTPTypes

/// An answer that is kept, with what decides whether it is one to another request.
struct CachedResponse: Sendable {
    /// Status 200, with the headers of the newest answer.
    private var head: HTTPResponse
    private let body: Data
    private let url: URL?
    /// The headers of the request that the answer depends on.
    private let variant: [HTTPField.Name: String?]
    /// When it was made, as far as is known here.
    private var made: Date
    private var maximumAge: Int?
    private var isAlwaysAsked: Bool
    private var isNeverStale: Bool
    /// The fields that are about the moment of an answer, and not about what it says.
    private let momentary: [HTTPField.Name]

    /// Keeps an answer; nil where it must not be kept, or could not be used again.
    init?(_ response: NetworkingResponse, to request: NetworkingRequest, now: Date) {
        let control = CacheControl(response.head.headerFields)
        // Behind a redirect the tag is that of another address, which may be another one next time.
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

    /// Whether it may be given without asking.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - accepted: The greatest age that the request accepts, in seconds; nil for any.
    ///   - staleness: How many seconds beyond its time the request accepts; nil for none.
    /// - Returns: Whether it may. A response with `no-cache` or `max-age=0` may not.
    func isFresh(now: Date, accepting accepted: Int? = nil, staleBy staleness: Int? = nil) -> Bool {
        let staleness = isNeverStale ? nil : staleness
        guard !isAlwaysAsked, let lifetime = maximumAge ?? staleness.map({ _ in 0 }) else {
            return false
        }
        let age = now.timeIntervalSince(made)
        let limit = Double(lifetime) + Double(staleness ?? 0)
        // A clock that was set back says nothing.
        return age >= 0 && age < min(limit, accepted.map(Double.init) ?? limit)
    }

    /// Whether it is an answer to a request with these headers.
    func matches(_ request: NetworkingRequest) -> Bool {
        variant.allSatisfy { request.head.headerFields[$0.key] == $0.value }
    }

    /// The request that asks whether it is still the answer; nil where there is no way to ask.
    func condition(on request: NetworkingRequest) -> NetworkingRequest? {
        guard head.headerFields.hasValidator else { return nil }
        var request = request
        request.head.headerFields[.ifNoneMatch] = head.headerFields[.eTag]
        request.head.headerFields[.ifModifiedSince] = head.headerFields[.lastModified]
        return request
    }

    /// The answer, given without asking.
    func response(now: Date) -> NetworkingResponse {
        var head = head
        for name in momentary { head.headerFields[name] = nil }
        head.headerFields[.age] = "\(Int(max(0, now.timeIntervalSince(made))))"
        return NetworkingResponse(head: head, body: body, url: url)
    }

    /// The answer after a 304, with its headers over those that were kept; nil where the 304 speaks of
    /// another answer.
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

    /// The answer after a 304.
    func response(confirmedBy response: NetworkingResponse) -> NetworkingResponse {
        var whole = response
        whole.head = head
        whole.body = body
        return whole
    }

    /// How many bytes it takes, about.
    var cost: Int {
        let overhead = 512
        return head.headerFields.reduce(body.count + overhead) { sum, field in
            sum + field.name.rawName.utf8.count + field.value.utf8.count
        }
    }

    private mutating func note(_ control: CacheControl, now: Date) {
        let age = head.headerFields[.age].flatMap { Int($0) } ?? 0
        made = now.addingTimeInterval(-Double(min(max(0, age), 31_536_000)))
        maximumAge = control.maximumAge
        isAlwaysAsked = control.demandsAsking
        isNeverStale = control.forbidsStaleness
    }

    /// The headers of the request that the answer depends on; nil where it depends on more than those.
    private static func variant(
        of response: NetworkingResponse,
        to request: NetworkingRequest
    ) -> [HTTPField.Name: String?]? {
        var variant: [HTTPField.Name: String?] = [:]
        for part in (response.head.headerFields[.vary] ?? "").split(separator: ",") {
            // An asterisk is a name of a header by its letters.
            let text = part.filter { $0 != " " && $0 != "\t" }
            guard text != "*", let name = HTTPField.Name(String(text)) else { return nil }
            variant[name] = .some(request.head.headerFields[name])
        }
        return variant
    }

    /// What describes the body that came with it, which a 304 has none of (RFC 9111, section 3.2).
    private static let ofTheBody: Set<HTTPField.Name> = [
        .contentLength, .contentEncoding, .contentRange, .contentType, .transferEncoding,
        .connection,
    ]
}

extension HTTPFields {
    /// Whether there is something to ask by whether an answer has changed.
    fileprivate var hasValidator: Bool {
        contains(.eTag) || contains(.lastModified)
    }
}

extension String {
    fileprivate var withoutWeakness: Substring {
        hasPrefix("W/") ? dropFirst(2) : self[...]
    }
}
