#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How far a listing goes, as its first page says.
///
/// Only the first page: what changes while the others are asked for may be on one that was read
/// already, and a later page says that it was seen.
struct ListingFront: Sendable {
    private let place: Conventions.Changes.Cursor?
    private var greatest: JSON?
    private var text: String?
    /// What the first page says; nil before there is one.
    private var field: String??

    /// Whether all pages say the same, as far as pages say it.
    private(set) var isSteady = true

    /// Begins with nothing.
    init(_ place: Conventions.Changes.Cursor?) {
        self.place = place
    }

    /// What a question for what has changed since says; nil where the page did not say.
    var cursor: String? { text ?? greatest?.identityText }

    /// Notes the answer with a page, as it came.
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

    /// What a header says; of a date the second before, where that second was perhaps not over.
    ///
    /// What changes later in it has the same date. A minute is enough for clocks that differ, and for the
    /// time that an answer takes (RFC 9110, section 8.8.2.2).
    private static func cursor(_ text: String, of response: NetworkingResponse) -> String {
        guard let date = HTTPDate.date(text) else { return text }
        let made = response.header("Date").flatMap(HTTPDate.date)
        if let made, made.timeIntervalSince(date) >= 60 { return text }
        return HTTPDate.text(date.addingTimeInterval(-1)) ?? text
    }

    /// Notes an entity of the first page, also one that is no more.
    mutating func note(_ entity: JSON) {
        guard case .member(let path)? = place, let value = entity.value(at: path) else { return }
        switch (greatest, value) {
        case (.string(let old)?, .string(let new)):
            // Not as words in a language: a service compares them so, too.
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
