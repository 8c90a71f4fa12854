/// The strings that a text had lately, so that a string that it repeats is created once.
///
/// Bodies of lists repeat names, kinds and URLs. A string of more than 15 bytes needs memory of its
/// own, and its copies share it: finding one takes a fraction of the time of creating it.
struct RecentStrings {
    /// A string and its bytes: the bytes themselves if they fit into two words, or else their
    /// address in the text and their number.
    private struct Slot {
        var first: UInt64
        var second: UInt64
        var string: String
    }

    /// The number of slots for strings of up to 15 bytes, and that for longer ones.
    private static let half = 256

    /// The strings before the first slot is used: few strings repeat too rarely.
    private static let start = 32

    /// The memory of the slots.
    ///
    /// A class owns it, because the compiler crashes on a noncopyable struct with a `deinit` in the
    /// inlinable scanner (Swift 6.3.1).
    private final class Storage {
        let slots: UnsafeMutablePointer<Slot>

        init() {
            slots = .allocate(capacity: RecentStrings.half * 2)
            slots.initialize(
                repeating: Slot(first: 0, second: 0, string: ""),
                count: RecentStrings.half * 2
            )
        }

        deinit {
            slots.deinitialize(count: RecentStrings.half * 2)
            slots.deallocate()
        }
    }

    /// The owner of the slots; nil before there are any.
    private var storage: Storage?
    /// The slots of the storage, read directly: through the owner, each string would retain it.
    private var slots: UnsafeMutablePointer<Slot>?
    private var hits = 0
    private var misses = 0

    init() {}

    /// Returns the string of bytes that are UTF-8.
    ///
    /// - Parameters:
    ///   - start: The first byte; the text outlives these strings.
    ///   - count: The number of bytes.
    ///   - end: The end of the text; never read beyond.
    /// - Returns: The string.
    @inline(__always)
    mutating func string(
        from start: UnsafePointer<UInt8>,
        count: Int,
        before end: UnsafePointer<UInt8>
    ) -> String {
        guard let slots, end - start >= 16 else { return unseen(start, count: count) }
        let bytes = UnsafeRawPointer(start)
        if count > 15 {
            let slot =
                slots + RecentStrings.half
                + RecentStrings.index(
                    bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: count &- 16, as: UInt64.self)
                )
            if slot.pointee.second == UInt64(truncatingIfNeeded: count),
                let known = UnsafePointer<UInt8>(bitPattern: UInt(slot.pointee.first)),
                JSONKey.equalBytes(known, start, count: count)
            {
                hits &+= 1
                return slot.pointee.string
            }
            return replace(
                slot,
                UInt64(UInt(bitPattern: start)),
                UInt64(truncatingIfNeeded: count),
                start,
                count
            )
        }
        // No control character is among the bytes, so that zeros are not part of a string.
        let shift = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
        var first = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        var second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        if count > 8 {
            second &= UInt64.max &>> ((16 &- UInt64(truncatingIfNeeded: count)) &* 8)
        } else {
            second = 0
            first = count == 0 ? 0 : first & (UInt64.max &>> shift)
        }
        let slot = slots + RecentStrings.index(first, second)
        if slot.pointee.first == first, slot.pointee.second == second {
            hits &+= 1
            return slot.pointee.string
        }
        return replace(slot, first, second, start, count)
    }

    @inline(__always)
    private static func index(_ first: UInt64, _ second: UInt64) -> Int {
        let mixed = (first ^ (second &* 0x9E37_79B9_7F4A_7C15)) &* 0xFF51_AFD7_ED55_8CCD
        return Int(truncatingIfNeeded: mixed >> 56)
    }

    @inline(never)
    private mutating func replace(
        _ slot: UnsafeMutablePointer<Slot>,
        _ first: UInt64,
        _ second: UInt64,
        _ start: UnsafePointer<UInt8>,
        _ count: Int
    ) -> String {
        let string = RecentStrings.make(start, count: count)
        slot.pointee = Slot(first: first, second: second, string: string)
        misses &+= 1
        if misses & 127 == 0, hits < misses / 4 { forget() }
        return string
    }

    /// Ends the search in a text that rarely repeats strings.
    private mutating func forget() {
        storage = nil
        slots = nil
    }

    @inline(never)
    private mutating func unseen(_ start: UnsafePointer<UInt8>, count: Int) -> String {
        if misses < RecentStrings.start {
            misses &+= 1
            if misses == RecentStrings.start {
                let storage = Storage()
                self.storage = storage
                slots = storage.slots
            }
        }
        return RecentStrings.make(start, count: count)
    }

    /// Creates a string from bytes that are UTF-8.
    private static func make(_ start: UnsafePointer<UInt8>, count: Int) -> String {
        // What fits into a string without memory of its own is made faster in place.
        if count > 15 {
            return String(
                decoding: UnsafeBufferPointer(start: start, count: count),
                as: UTF8.self
            )
        }
        return String(unsafeUninitializedCapacity: count) { buffer in
            buffer.baseAddress?.update(from: start, count: count)
            return count
        }
    }
}
