import Diagnostics
import Testing
import YAMLTree

/// Texts designed to crash, hang or exhaust a reader; each stops at the default limits.
@Suite struct HostileInputTests {
    /// A text, and the rule that rejects it; nil if it is read.
    struct Attack: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var path = "a.yaml"
        var rule: YAMLRule?
        var text: @Sendable () -> String
    }

    /// Repeats a text many times; by doubling, because tests are not optimized.
    private static func many(_ text: String, _ count: Int) -> String {
        guard count > 1 else {
            return count == 1 ? text : ""
        }
        let half = many(text, count / 2)
        return half + half + (count.isMultiple(of: 2) ? "" : text)
    }

    private static func bomb(width: Int, levels: Int) -> String {
        var text = "a0: &a0 [x]\n"
        for level in 1...levels {
            let aliases = Array(repeating: "*a\(level - 1)", count: width).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text
    }

    private static let attacks: [Attack] = [
        Attack(testDescription: "an alias bomb", rule: .tooManyNodes) {
            bomb(width: 10, levels: 9)
        },
        Attack(testDescription: "an alias bomb of merge keys", rule: .tooManyNodes) {
            "a0: &a0 {k: x}\n"
                + (1...30).map { "a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)]}\n" }.joined()
        },
        Attack(testDescription: "aliases nested into each other", rule: .nestingTooDeep) {
            bomb(width: 1, levels: 500)
        },
        Attack(testDescription: "brackets without end", rule: .nestingTooDeep) {
            many("[", 100_000)
        },
        Attack(testDescription: "braces without end", rule: .nestingTooDeep) {
            many("{", 100_000)
        },
        Attack(testDescription: "braces with keys without end", rule: .nestingTooDeep) {
            many("{a: ", 100_000)
        },
        Attack(testDescription: "dashes on one line", rule: .nestingTooDeep) {
            many("- ", 200_000)
        },
        Attack(testDescription: "question marks on one line", rule: .nestingTooDeep) {
            many("? ", 200_000)
        },
        Attack(testDescription: "ever deeper lines", rule: .nestingTooDeep) {
            (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        },
        Attack(testDescription: "brackets in JSON", path: "a.json", rule: .nestingTooDeep) {
            many("[", 100_000)
        },
        Attack(testDescription: "objects in JSON", path: "a.json", rule: .nestingTooDeep) {
            many("{\"a\":", 100_000)
        },
        Attack(testDescription: "a scalar of 10 MB") {
            "a: " + many("x", 10_000_000)
        },
        Attack(testDescription: "a quoted scalar of 1 MB") {
            "a: \"" + many("x", 1_000_000) + "\""
        },
        Attack(testDescription: "a string of 1 MB in JSON", path: "a.json") {
            "\"" + many("x", 1_000_000) + "\""
        },
        Attack(testDescription: "a key of 1 MB", rule: .unexpectedIndicator) {
            many("k", 1_000_000) + ": 1\n"
        },
        Attack(testDescription: "a quote never closed", rule: .unclosedQuote) {
            "a: \"" + many("x\n", 200_000)
        },
        Attack(testDescription: "a file over the limit", rule: .fileTooLarge) {
            many("#", 17_000_000)
        },
        Attack(testDescription: "a comment of 1 MB") {
            "#" + many("x", 1_000_000)
        },
        Attack(testDescription: "a tag of 1 MB") {
            "!<" + many("%41", 300_000) + "> x"
        },
        Attack(testDescription: "a thousand mistakes and more", rule: .undefinedAlias) {
            many("- *a\n", 50_000)
        },
        Attack(testDescription: "the same key again and again", rule: .duplicateKey) {
            many("a: 1\n", 50_000)
        },
        Attack(testDescription: "tag directives without end", rule: .invalidDirective) {
            (0..<20_000).map { "%TAG !a\($0)! x\n" }.joined() + "--- a\n"
        },
    ]

    @Test(arguments: attacks)
    func ends(_ attack: Attack) {
        let mistakes = Reading.mistakes(in: attack.text(), path: attack.path)
        #expect(mistakes.first?.rule == attack.rule?.rawValue)
        #expect(mistakes.count <= YAMLReader.Limits().diagnostics)
        #expect(mistakes.allSatisfy { $0.message.unicodeScalars.count < 200 })
    }

    @Test(arguments: ["a.yaml", "a.json"])
    func anyBytesGiveATreeOrMistakes(path: String) {
        // Every pair of bytes that a scanner treats specially, so that no pair makes it read past
        // the end.
        let bytes = Array("a0 \n\t:-?,[]{}#&*!|>'\"%@\\/.\0".utf8) + [0xC3, 0xA4, 0xFF]
        for first in bytes {
            for second in bytes {
                for third in bytes.prefix(24) {
                    let file = SourceFile(path: path, bytes: [first, second, third])
                    for mistake in Reading.mistakes(in: file) {
                        #expect(mistake.range.start >= SourcePosition(line: 1, column: 1))
                        #expect(mistake.range.start.line <= SourceLines(file).count)
                        #expect(mistake.rule != YAMLRule.yamlSyntax.rawValue)
                    }
                }
            }
        }
    }
}
