import Foundation

/// The order of strings in memory and in every store: by canonical equivalence, then by scalars.
///
/// The standard library documents this order for strings, but `<` of Swift 6.3 does not always
/// follow it: of `"e\u{301}"` and `"\u{E9}x"` neither is less, and they are not equal.
package enum TextOrder {
    /// Compares two strings: negative if the first one precedes the second, zero if they are equal.
    package static func compare(_ first: String, _ second: String) -> Int {
        if isPlain(first.utf8), isPlain(second.utf8) { return compare(first.utf8, second.utf8) }
        if first == second { return 0 }
        let order = compare(
            first.precomposedStringWithCanonicalMapping.utf8,
            second.precomposedStringWithCanonicalMapping.utf8
        )
        // Foundation may know fewer scalars than the standard library.
        return order != 0 ? order : compare(first.utf8, second.utf8)
    }

    /// Returns whether a string precedes another one.
    package static func precedes(_ first: String, _ second: String) -> Bool {
        compare(first, second) < 0
    }

    /// Returns whether all scalars are below U+0300: none of these combines with or is equivalent
    /// to others.
    private static func isPlain(_ text: String.UTF8View) -> Bool {
        text.allSatisfy { $0 < 0xCC }
    }

    private static func compare(_ first: String.UTF8View, _ second: String.UTF8View) -> Int {
        if first.elementsEqual(second) { return 0 }
        return first.lexicographicallyPrecedes(second) ? -1 : 1
    }
}
