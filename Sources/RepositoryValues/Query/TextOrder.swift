import Foundation

/// The order of texts, in memory and in every store: by canonical equivalence, then by scalars.
///
/// It is the order that the standard library documents for strings. The `<` of Swift 6.3 does not keep
/// it everywhere: of `"e\u{301}"` and `"\u{E9}x"` neither is less, and they are not equal.
package enum TextOrder {
    /// How one text follows another: below zero where it comes first, zero where they are equal.
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

    /// Whether a text comes before another one.
    package static func precedes(_ first: String, _ second: String) -> Bool {
        compare(first, second) < 0
    }

    /// Whether no scalar combines with another one, nor stands for another one: up to U+02FF none does.
    private static func isPlain(_ text: String.UTF8View) -> Bool {
        text.allSatisfy { $0 < 0xCC }
    }

    private static func compare(_ first: String.UTF8View, _ second: String.UTF8View) -> Int {
        var (left, right) = (first.makeIterator(), second.makeIterator())
        while true {
            switch (left.next(), right.next()) {
            case (nil, nil): return 0
            case (nil, _): return -1
            case (_, nil): return 1
            case (let one?, let other?) where one != other: return one < other ? -1 : 1
            default: continue
            }
        }
    }
}
