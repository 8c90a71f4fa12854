/// Where bodies come from, which decides what of their values may be written.
struct BodyOrigins: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// Files that somebody chose.
    static let file = BodyOrigins(rawValue: 1)
    /// Requests and responses in a recording.
    static let recording = BodyOrigins(rawValue: 2)

    /// Whether some are of a recording.
    var areRecorded: Bool { contains(.recording) }
}
