import RepositoryRuntime
import Testing

@Suite struct TextOrderTests {
    private static let texts = [
        "", "a", "A", "ab", "a b", "e", "f", "z", "\u{E9}", "e\u{301}", "e\u{301}x", "\u{E9}x",
        "\u{212B}", "\u{C5}", "A\u{30A}", "A\u{30A}b", "а", "漢字", "\u{FFFD}", "😀", "\u{0}",
        "a\u{0}b", "e\u{301}\u{323}", "e\u{323}\u{301}", "\u{1E69}", "s\u{323}\u{307}", "각", "각",
        "o\u{308}", "ö", "öl", "o\u{308}m",
    ]

    @Test("the order of texts is total, and equal texts share a position")
    func totalOrder() {
        for first in Self.texts {
            for second in Self.texts {
                let order = TextOrder.compare(first, second)
                #expect((order == 0) == (first == second), "\(first.debugDescription) \(second)")
                #expect(order.signum() == -TextOrder.compare(second, first).signum())
                for third in Self.texts where order <= 0 && TextOrder.compare(second, third) <= 0 {
                    #expect(TextOrder.compare(first, third) <= 0, "\(first) \(second) \(third)")
                }
            }
        }
    }

    // The trap: neither of these keys is smaller than the other, so their order varies.
    @Test("the members of a dictionary are always written in the same order")
    func members() throws {
        let (first, second) = ("e\u{301}", "\u{E9}x")
        for _ in 0..<20 {
            let text = try [first: 1, second: 2].jsonText()
            #expect(text == "{\"\(first)\":1,\"\(second)\":2}")
            var other: [String: JSON] = [second: 2]
            other[first] = 1
            #expect(try JSON.object(other).jsonText() == text)
        }
    }

    @Test("fields compare and sort texts in this order, in any Unicode normalization form")
    func fields() {
        let name = Field<String>("name")
        let longer: JSON = ["name": "\u{E9}x"]
        let shorter: JSON = ["name": "e\u{301}"]
        #expect((name < "\u{E9}x").holds(for: shorter))
        #expect((name <= "\u{E9}x").holds(for: shorter))
        #expect((name > "e\u{301}").holds(for: longer))
        #expect(!(name >= "\u{E9}x").holds(for: shorter))
        let sorted = Order.sort([longer, shorter], by: [name.ascending]) { $0[$1] }
        #expect(sorted == [shorter, longer])
    }
}
