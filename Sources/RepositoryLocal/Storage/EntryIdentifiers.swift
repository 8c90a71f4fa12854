import Foundation

/// Generates identities of entries: UUIDs of version 7 (RFC 9562, 6.2, method 2), in ascending
/// order.
///
/// So a store appends them at the end of its index. Random ones would be spread over the index, and
/// a batch would write nearly all of its pages.
enum EntryIdentifiers {
    private struct Last: Sendable {
        /// The time since 1970.
        var milliseconds: UInt64 = 0
        /// Distinguishes identities of the same millisecond: starts at random, then counts up.
        var count: UInt64 = 0
    }

    private static let last = Locked(Last())
    /// The size of the counter, which uses the bits after the variant.
    private static let countBits: UInt64 = 1 << 62

    /// Returns an identity that is greater, byte by byte, than all previous ones of this process.
    static func next() -> UUID {
        let now = UInt64(max(0, Date().timeIntervalSince1970 * 1000))
        let (milliseconds, count) = last.withLock { last in
            // If the clock was set back, keep counting until it catches up.
            if now > last.milliseconds || last.count + 1 == countBits {
                last.milliseconds = max(now, last.milliseconds + 1)
                // Start in the lower half, to leave room for counting.
                last.count = UInt64.random(in: 0..<countBits / 2)
            } else {
                last.count += 1
            }
            return (last.milliseconds, last.count)
        }
        // The twelve bits after the version are zero; the counter uses all others.
        var bytes = (
            (milliseconds << 16 | 0x7000).bigEndian, (count | 1 << 63).bigEndian
        )
        return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
