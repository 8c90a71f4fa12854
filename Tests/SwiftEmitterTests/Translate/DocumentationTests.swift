import Testing

@testable import SwiftEmitter

@Suite struct DocumentationTests {
    @Test(arguments: [
        ("What was said.", ["/// What was said."]),
        ("What was said", ["/// What was said."]),
        ("Really?", ["/// Really."]),
        ("Two. Sentences.", ["/// Two.", "///", "/// Sentences."]),
        ("One\nsentence\non lines", ["/// One", "/// sentence", "/// on lines."]),
        ("Text, e.g. this.", ["/// Text, e.g., this."]),
        ("See `a. b` here.", ["/// See `a. b` here."]),
        ("See [it.](url) here.", ["/// See [it.](url).", "///", "/// here."]),
        ("List:\n- a\n- b", ["/// List.", "///", "/// - a", "/// - b"]),
        ("# Title\ntext", ["/// # Title", "/// text"]),
        ("  \n\ttext\n\n\n", ["/// text."]),
        ("a\r\nb\u{2028}c\u{85}d", ["/// a", "/// b", "/// c", "/// d."]),
        ("a\u{0}\u{202E}b\u{FEFF}", ["/// ab."]),
        (
            "Sum.\n\n- Parameter x: y\n  - returns z",
            [
                "/// Sum.", "///", "/// \\- Parameter x: y", "///   \\- returns z",
            ]
        ),
        ("a\u{7}b\u{1B}[31mc", ["/// ab[31mc."]),
        ("Sum.\n\n\n\nMore.\n\n\nEnd", ["/// Sum.", "///", "/// More.", "///", "/// End"]),
        ("One `tick. Two", ["/// One `tick.", "///", "/// Two"]),
        ("```\ncode", ["/// ```", "/// code", "/// ```"]),
        (
            "Sum.\n\n  ~~~~ swift\n  ~~~\n\n\n  - Returns: code",
            [
                "/// Sum.", "///", "///   ~~~~ swift", "///   ~~~", "///", "///",
                "///   - Returns: code", "///   ~~~~",
            ]
        ),
        (
            "Sum.\n```\ncode\n```\n- Returns: text",
            ["/// Sum.", "///", "/// ```", "/// code", "/// ```", "/// \\- Returns: text"]
        ),
        ("```code``` is inline.\n\nMore", ["/// ```code``` is inline.", "///", "/// More"]),
        ("これはメッセージです。", ["/// これはメッセージです."]),
    ])
    func lines(text: String, expected: [String]) {
        let lines = Documentation.block(text).marked.split(
            separator: "\u{1}",
            omittingEmptySubsequences: false
        )
        #expect(lines.map(String.init) == expected)
    }

    @Test(arguments: [nil, "", " \n\t", "\u{0}"])
    func whatIsBlankIsReplaced(text: String?) {
        #expect(Documentation.block(text, or: "The member.").marked == "/// The member.")
    }

    @Test(arguments: [("sent_at", "`sent_at`"), ("a`b", "`a'b`"), ("a\nb\u{0}", "`ab`")])
    func code(text: String, expected: String) {
        #expect(Documentation.code(text) == expected)
    }
}
