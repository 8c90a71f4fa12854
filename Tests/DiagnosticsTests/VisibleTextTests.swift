import Diagnostics
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("größe 名前 👩‍👧", "größe 名前 👩‍👧"),
        ("\u{0}\t\n", "␀␉␊"),
        ("\u{7F}\u{9B}", "␡<U+009B>"),
        ("a\u{200F}b\u{2069}", "a<U+200F>b<U+2069>"),
        ("\u{FEFF}\u{E0041}\u{2028}", "<U+FEFF><U+E0041><U+2028>"),
    ])
    func makes(text: String, expected: String) {
        #expect(VisibleText.make(text) == expected)
    }

    @Test(arguments: [
        ("", "''"), ("abcde", "'abcde'"), ("abcdef", "'abcde…'"), ("a\nb", "'a␊b'"),
    ])
    func quotes(text: String, expected: String) {
        #expect(VisibleText.quote(text, limit: 5) == expected)
    }
}
