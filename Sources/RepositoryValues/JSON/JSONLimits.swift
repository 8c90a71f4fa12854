/// The limits for the length and nesting depth of a JSON text.
public struct JSONLimits: Hashable, Sendable {
    /// The largest number of nested arrays and objects.
    ///
    /// A text within this limit is still rejected if decoding it would exhaust the stack of the
    /// thread. The same applies to encoding and conversion.
    public var maximumDepth: Int

    /// The largest length of a text in bytes.
    public var maximumByteCount: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maximumDepth: The largest number of nested arrays and objects.
    ///   - maximumByteCount: The largest length of a text in bytes.
    public init(maximumDepth: Int = 512, maximumByteCount: Int = 256 << 20) {
        self.maximumDepth = maximumDepth
        self.maximumByteCount = maximumByteCount
    }

    /// 512 levels and 256 MiB.
    public static let standard = JSONLimits()
}
