import Foundation
import RepositoryRuntime

/// A second client of a service, which knows nothing of generated code.
protocol Witness: Sendable {
    /// All entities by their identities as text, each as the service writes it, without what stands around.
    func all() async throws -> [String: [String: JSON]]
    /// Changes an entity.
    func change(_ id: String, _ changes: [String: JSON]) async throws
    /// Deletes an entity.
    func delete(_ id: String) async throws
    /// Whether the service adds to entities, and trims texts, as the subject says; a mock does neither.
    var hasWaysOfItsOwn: Bool { get }
}

extension Witness {
    var hasWaysOfItsOwn: Bool { true }
}

/// Whether two texts are the same, or the same instant; services and clients write dates as they like.
func isSame(_ first: JSON?, _ second: JSON?) -> Bool {
    guard first != second else { return true }
    let dates = [first, second].map { $0?.string.flatMap(instant) }
    guard let first = dates[0], let second = dates[1] else { return false }
    // Fractions are compared to the millisecond.
    return abs(first.timeIntervalSince(second)) < 0.001
}

/// The instant of a date by ISO 8601; nil where a text is none.
private func instant(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /(\d+-\d+-\d+T\d+:\d+:\d+)(\.\d+)?(Z|[+-]\d\d:\d\d)/)
    else {
        return nil
    }
    let whole = ISO8601DateFormatter().date(from: "\(match.1)\(match.3)")
    return whole?.addingTimeInterval(match.2.flatMap { Double("0\($0)") } ?? 0)
}
