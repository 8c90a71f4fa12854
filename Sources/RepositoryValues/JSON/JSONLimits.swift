/// How long and how deep a JSON text may be before it is refused.
public struct JSONLimits: Hashable, Sendable {
    /// The number of arrays and objects that may stand inside one another.
    ///
    /// A text that is less deep is refused too where reading it would exhaust the thread's stack. So
    /// is a value that is written or converted.
    public var maximumDepth: Int

    /// The number of bytes that a text may have.
    public var maximumByteCount: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumDepth: The number of arrays and objects that may stand inside one another.
    ///   - maximumByteCount: The number of bytes that a text may have.
    public init(maximumDepth: Int = 512, maximumByteCount: Int = 256 << 20) {
        self.maximumDepth = maximumDepth
        self.maximumByteCount = maximumByteCount
    }

    /// 512 levels and 256 MiB.
    public static let standard = JSONLimits()
}
