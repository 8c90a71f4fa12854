import Foundation
import GRDBSQLite
import RepositoryLocal

/// The text order of stores in memory, as an SQLite collation.
enum TextCollation {
    /// The name of the collation in SQL.
    static let name = "repogen_text"

    /// Registers the collation with a connection.
    static func register(on connection: OpaquePointer?) {
        sqlite3_create_collation_v2(
            connection,
            name,
            SQLITE_UTF8,
            nil,
            { _, count, first, otherCount, second in
                TextCollation.compare(
                    UnsafeRawBufferPointer(start: first, count: Int(count)),
                    UnsafeRawBufferPointer(start: second, count: Int(otherCount))
                )
            },
            nil
        )
    }

    private static func compare(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer
    ) -> Int32 {
        if neverCombines(first), neverCombines(second) {
            let count = min(first.count, second.count)
            let order =
                if count > 0, let start = first.baseAddress, let other = second.baseAddress {
                    memcmp(start, other, count)
                } else {
                    Int32(0)
                }
            return order != 0 ? order : Int32(clamping: first.count - second.count)
        }
        let left = String(decoding: first, as: UTF8.self)
        let right = String(decoding: second, as: UTF8.self)
        return Int32(clamping: TextOrder.compare(left, right))
    }

    /// Whether all scalars are below U+0300: they neither combine with others nor are equivalent to
    /// them.
    private static func neverCombines(_ text: UnsafeRawBufferPointer) -> Bool {
        var count = 0
        // Most texts are ASCII.
        while count + 8 <= text.count,
            text.loadUnaligned(fromByteOffset: count, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            count += 8
        }
        return text[count...].allSatisfy { $0 < 0xCC }
    }

    /// Version 1 is our own order; 0 was that of the standard library.
    private static let orderVersion = 1

    /// A value that changes with the version of Unicode, and with ``TextOrder``.
    ///
    /// If it changes, indexes must be sorted again. A new version of Unicode adds scalars, nearly
    /// always in rows of sixteen that were empty.
    static let version: Int = {
        orderVersion * 0x40000
            + stride(from: 0, to: 0x40000 as UInt32, by: 16).count { value in
                Unicode.Scalar(value)?.properties.age != nil
            }
    }()
}
