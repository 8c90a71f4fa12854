#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// New identifiers of entries: UUIDs of version 7 (RFC 9562, 6.2, method 2), each after the one before.
///
/// In this order a store adds them at the end of its index. Random ones would go everywhere into it, so
/// that a batch writes nearly all of its pages.
enum EntryIdentifiers {
    private struct Last: Sendable {
        /// Since 1970.
        var milliseconds: UInt64 = 0
        /// What tells apart those of one millisecond: random at first, then counted up.
        var count: UInt64 = 0
    }

    private static let last = Locked(Last())
    /// The bits of the count behind those of the variant.
    private static let countBits: UInt64 = 1 << 62

    /// Makes an identifier that is greater, byte by byte, than all that were made in this process.
    static func next() -> UUID {
        let now = UInt64(max(0, Date().timeIntervalSince1970 * 1000))
        let (milliseconds, count) = last.withLock { last in
            // A clock that was set back is waited for.
            if now > last.milliseconds || last.count + 1 == countBits {
                last.milliseconds = max(now, last.milliseconds + 1)
                // Half of the numbers are left to count in.
                last.count = UInt64.random(in: 0..<countBits / 2)
            } else {
                last.count += 1
            }
            return (last.milliseconds, last.count)
        }
        // The twelve bits behind the version stay empty, the count has all others.
        var bytes = (
            (milliseconds << 16 | 0x7000).bigEndian, (count | 1 << 63).bigEndian
        )
        return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
