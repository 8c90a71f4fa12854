import Foundation
import RepositoryValues

/// A response of a service with its request.
struct RecordedResponse: Sendable {
    let request: MockRequest
    let status: Int
    /// The complete body.
    let body: Data

    /// Whether it is a complete, successful response.
    var isWhole: Bool {
        (200..<300).contains(status) && status != 206 && request.method != "HEAD"
    }
}

/// The notes on recording a response.
struct RecordingNote: Sendable {
    /// The maximum number of positions in a note.
    private static let maximumPlaces = 20

    /// The lines for a log.
    var lines: [String] = []

    /// Notes that a body was stored.
    mutating func keep(_ name: String) { lines.append("stored in \(name)") }

    /// Notes why a body, or a part of it, was not stored.
    mutating func leave(_ reasons: [String]) {
        add(reasons.map { "not stored: \($0)" })
    }

    /// Notes which secrets were removed from the stored body.
    mutating func remove(_ places: [JSONKeyPath]) {
        // Elements of arrays have the same keys.
        var keys: [String] = []
        for place in places {
            let steps = place.components.filter { step in
                if case .index = step { false } else { true }
            }
            let text = JSONKeyPath(steps).description
            let shown = steps.isEmpty ? "the whole" : text
            if !keys.contains(shown) { keys.append(shown) }
        }
        guard !keys.isEmpty else { return }
        let more = keys.count > Self.maximumPlaces ? ", …" : ""
        let names = keys.prefix(Self.maximumPlaces).joined(separator: ", ")
        lines.append("without secrets: \(names)\(more)")
    }

    private mutating func add(_ all: [String]) {
        lines += all.prefix(Self.maximumPlaces)
        let rest = all.count - Self.maximumPlaces
        if rest > 0 { lines.append("and \(rest) more") }
    }
}
