import Foundation
import RepositoryValues

/// A response of a service, with what it is to, as a recording sees it.
struct RecordedResponse: Sendable {
    let request: MockRequest
    let status: Int
    /// The whole body.
    let body: Data

    /// Whether it has what was asked for, and all of it.
    var isWhole: Bool {
        (200..<300).contains(status) && status != 206 && request.method != "HEAD"
    }
}

/// What became of a response in a recording.
struct RecordingNote: Sendable {
    /// How many places a note names.
    private static let maximumPlaces = 20

    /// The lines for a log.
    var lines: [String] = []

    /// Says that a body was kept.
    mutating func keep(_ name: String) { lines.append("kept in \(name)") }

    /// Says why a body, or a part of it, was not kept.
    mutating func leave(_ reasons: [String]) {
        add(reasons.map { "not kept: \($0)" })
    }

    /// Says which secrets are not in what was kept.
    mutating func remove(_ places: [JSONKeyPath]) {
        // Elements of arrays have the same ones.
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
