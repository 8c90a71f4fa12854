import Foundation
import RepositoryRuntime

/// A second client of a service, independent of generated code.
protocol Witness: Sendable {
    /// Returns all entities by identity, in the format of the service, without envelopes.
    func all() async throws -> [String: [String: JSON]]
    /// Changes an entity.
    func change(_ id: String, _ changes: [String: JSON]) async throws
    /// Deletes an entity.
    func delete(_ id: String) async throws
    /// Whether the service adds properties and trims strings, as declared by the subject; a mock
    /// does not.
    var hasWaysOfItsOwn: Bool { get }
}

extension Witness {
    var hasWaysOfItsOwn: Bool { true }
}

/// Returns whether two strings are equal, or the same instant; date formats may differ.
func isSame(_ first: JSON?, _ second: JSON?) -> Bool {
    guard first != second else { return true }
    let dates = [first, second].map { $0?.string.flatMap(instant) }
    guard let first = dates[0], let second = dates[1] else { return false }
    // Fractions are compared to the millisecond.
    return abs(first.timeIntervalSince(second)) < 0.001
}

/// Returns the instant of an ISO 8601 date; nil for other texts.
private func instant(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /(\d+-\d+-\d+T\d+:\d+:\d+)(\.\d+)?(Z|[+-]\d\d:\d\d)/)
    else {
        return nil
    }
    let whole = ISO8601DateFormatter().date(from: "\(match.1)\(match.3)")
    return whole?.addingTimeInterval(match.2.flatMap { Double("0\($0)") } ?? 0)
}
