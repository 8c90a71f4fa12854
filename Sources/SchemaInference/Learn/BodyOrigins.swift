/// The origins of bodies, which determine which of their values may be written.
struct BodyOrigins: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// Files chosen by the user.
    static let file = BodyOrigins(rawValue: 1)
    /// Requests and responses in a recording.
    static let recording = BodyOrigins(rawValue: 2)

    /// Whether any of them is a recording.
    var areRecorded: Bool { contains(.recording) }
}
