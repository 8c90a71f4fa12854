/// Where bodies come from, which decides what of their values may be written.
struct BodyOrigins: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// Files that somebody chose.
    static let file = BodyOrigins(rawValue: 1)
    /// Responses in a recording.
    static let response = BodyOrigins(rawValue: 2)
    /// Requests in a recording.
    static let request = BodyOrigins(rawValue: 4)

    /// Whether some are of a recording.
    var areRecorded: Bool { !isDisjoint(with: [.response, .request]) }
}
