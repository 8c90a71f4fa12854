/// The kinds of JSON values.
public enum JSONKind: String, Hashable, Sendable, CaseIterable {
    /// `{…}`
    case object
    /// `[…]`
    case array
    /// `"…"`
    case string
    /// `-12.5e3`
    case number
    /// `true` or `false`
    case boolean
    /// `null`
    case null

    /// Returns the kind of value that begins with a byte; nil if none does.
    init?(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        case UInt8(ascii: "n"): self = .null
        default: return nil
        }
    }
}
