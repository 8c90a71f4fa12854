import Foundation

/// The position of a listing, taken from its first page.
///
/// Only the first page counts. An entity that changes while later pages are fetched may be on a
/// page that was already read, but the position of a later page would cover it.
struct ListingFront: Sendable {
    private let place: Conventions.Changes.Cursor?
    private var greatest: JSON?
    private var text: String?
    /// The header field of the first page; nil before there is one.
    private var field: String??

    /// Whether the header fields of all pages are equal.
    private(set) var isSteady = true

    /// Starts without a position.
    init(_ place: Conventions.Changes.Cursor?) {
        self.place = place
    }

    /// The position for the next incremental listing; nil if the page has none.
    var cursor: String? { text ?? greatest?.identityText }

    /// Takes the position from the response with a page.
    mutating func note(_ response: NetworkingResponse) {
        guard case .header(let name)? = place else { return }
        let found = response.header(name).flatMap { $0.isEmpty ? nil : $0 }
        if let field {
            isSteady = isSteady && found == field
        } else {
            field = found
            text = found.map { Self.cursor($0, of: response) }
        }
    }

    /// Returns the position in a header field; a recent date is moved back by one second, because
    /// that second may not have been over.
    ///
    /// A later change within it would have the same date. One minute allows for clock differences
    /// and the duration of a response (RFC 9110, section 8.8.2.2).
    private static func cursor(_ text: String, of response: NetworkingResponse) -> String {
        guard let date = HTTPDate.date(text) else { return text }
        let made = response.header("Date").flatMap(HTTPDate.date)
        if let made, made.timeIntervalSince(date) >= 60 { return text }
        return HTTPDate.text(date.addingTimeInterval(-1)) ?? text
    }

    /// Takes the position of an entity of the first page, or of a tombstone.
    mutating func note(_ entity: JSON) {
        guard case .member(let path)? = place, let value = entity.value(at: path) else { return }
        switch (greatest, value) {
        case (.string(let old)?, .string(let new)):
            // Compare bytes, not localized text, as services do.
            if old.utf8.lexicographicallyPrecedes(new.utf8) { greatest = value }
        case (.number(let old)?, .number(let new)):
            if old.precedes(new) { greatest = value }
        case (nil, .string), (nil, .number):
            greatest = value
        default:
            break
        }
    }
}

extension JSON.Number {
    /// Whether it is less than another number.
    fileprivate func precedes(_ other: JSON.Number) -> Bool {
        guard let decimal, let otherDecimal = other.decimal else { return false }
        return decimal < otherDecimal
    }
}
