import Diagnostics
import Testing

@testable import YAMLTree

@Suite struct SyntaxRuleTests {
    static let mistakes: [SyntaxMistake] = [
        // Tabs.
        SyntaxMistake(
            "a:\n\tb: 1\n",
            "2:1-2 tab-indentation: found a tab, expected spaces",
            "hint: indent with spaces only"
        ),
        SyntaxMistake(
            "a: |\n  b\n \tc\n",
            "3:2-3 tab-indentation: found a tab, expected spaces",
            "hint: indent with spaces only"
        ),
        SyntaxMistake(
            "a:\n  b: 1\n  \tc\n",
            "3:3-4 tab-indentation: found a tab, expected spaces",
            "hint: indent with spaces only"
        ),
        // Long keys.
        SyntaxMistake(
            "a:\n  " + String(repeating: "k", count: 1025) + ": 1\n",
            "2:3-1028 unexpected-indicator: found a key of more than 1024 characters, expected fewer"
        ),
        // Braces in a text without quotes.
        SyntaxMistake(
            "{a: /b/{c}}\n",
            "1:8-9 unclosed-bracket: found '{', expected ',' or '}'",
            "1:1-2 note: the mapping opens here",
            "hint: put the string in quotes: \"/b/{c}\""
        ),
        // Tags at the end of a line.
        SyntaxMistake(
            "a: !!\nb: 1\n",
            "1:4-6 invalid-tag: found a tag without a name",
            "hint: put a string that starts with '!' in quotes"
        ),
        // Indentation.
        SyntaxMistake(
            "a:\n    b: 1\n  c: 2\n",
            "3:3-4 invalid-indentation: found a line indented by 2 spaces, "
                + "expected 4 or 0 as in the lines above it",
            "1:1-2 note: the mapping starts here"
        ),
        SyntaxMistake(
            "a:\n  - b\n - c\n",
            "3:2-3 invalid-indentation: found a line indented by 1 space, "
                + "expected 2 or 0 as in the lines above it",
            "1:1-2 note: the mapping starts here"
        ),
        SyntaxMistake(
            "- a: 1\n - b\n",
            "2:2-3 invalid-indentation: found a line indented by 1 space, "
                + "expected 0 as in the list before it",
            "1:1-2 note: the list starts here"
        ),
        SyntaxMistake(
            "[a]\n  b: 1\n",
            "2:3-4 invalid-indentation: found a line indented by 2 spaces, expected none"
        ),
        // Indicators.
        SyntaxMistake(
            "a: b: c\n",
            "1:5-6 unexpected-indicator: unexpected ':', no mapping can start here",
            "hint: put the string in quotes if the ':' belongs to it"
        ),
        SyntaxMistake(
            "a: b\n  c: d\n",
            "2:4-5 unexpected-indicator: unexpected ':', no mapping can start here",
            "hint: start all keys of a mapping in the same column"
        ),
        SyntaxMistake(
            "a: ? b\n",
            "1:4-5 unexpected-indicator: unexpected '?', no mapping can start here",
            "hint: put the whole value in quotes if the '?' belongs to it"
        ),
        SyntaxMistake(
            "a: - b\n",
            "1:4-5 unexpected-indicator: unexpected '-', no list can start here",
            "hint: start the list on its own line"
        ),
        SyntaxMistake(
            "{a :, b}\n",
            "1:4-5 unexpected-indicator: unexpected ':' inside brackets, "
                + "expected ',' or a closing bracket",
            "hint: put the string in quotes if the ':' belongs to it"
        ),
        // Content.
        SyntaxMistake("[a, , b]", "1:5-6 unexpected-content: found ',', expected a value"),
        SyntaxMistake("[a, :b]", "1:5-6 unexpected-content: found ':', expected a value"),
        SyntaxMistake(": a\n", "1:1-2 unexpected-content: found ':', expected a key"),
        SyntaxMistake(
            "a: 1\n: b\n",
            "2:1-2 unexpected-content: found ':', expected a key",
            "1:1-2 note: the mapping starts here"
        ),
        SyntaxMistake(
            "- a\nb: 1\n",
            "2:1-2 unexpected-content: found 'b', expected '-'",
            "1:1-2 note: the list starts here"
        ),
        SyntaxMistake(
            "a: \"b\" c\n",
            "1:8-9 unexpected-content: found 'c', expected the end of the line"
        ),
        // Characters.
        SyntaxMistake(
            "a: @b\n",
            "1:4-5 unexpected-character: found '@', which cannot start a value",
            "hint: put a string that starts with it in quotes"
        ),
        SyntaxMistake(
            "a: `b`\n",
            "1:4-5 unexpected-character: found '`', which cannot start a value",
            "hint: put a string that starts with it in quotes"
        ),
        SyntaxMistake(
            "a: %b\n",
            "1:4-5 unexpected-character: found '%', which cannot start a value",
            "hint: put a string that starts with it in quotes"
        ),
        // Quotes and brackets.
        SyntaxMistake(
            "a: 'b\nc: d\n\n",
            "2:5 unclosed-quote: found the end of the file, expected the closing quote",
            "1:4-5 note: the quote opens here"
        ),
        SyntaxMistake(
            "a: \"b\n--- c\n",
            "2:1-4 unclosed-quote: found '---', expected the closing quote",
            "1:4-5 note: the quote opens here"
        ),
        SyntaxMistake(
            "a: [b,\n  c\nd: 1\n",
            "3:2-3 unclosed-bracket: found ':', expected ',' or ']'",
            "1:4-5 note: the list opens here"
        ),
        SyntaxMistake(
            "a: {b: 1\n",
            "1:9 unclosed-bracket: found the end of the file, expected ',' or '}'",
            "1:4-5 note: the mapping opens here"
        ),
        SyntaxMistake(
            "{ get: /a/{id}/b, c: d }\n",
            "1:11-12 unclosed-bracket: found '{', expected ',' or '}'",
            "1:1-2 note: the mapping opens here",
            "hint: put the string in quotes: \"/a/{id}/b\""
        ),
        SyntaxMistake(
            "{ a: [{ String: URL }]? }\n",
            "1:23-24 unclosed-bracket: found '?', expected ',' or '}'",
            "1:1-2 note: the mapping opens here",
            "hint: put the string in quotes: \"[{ String: URL }]?\""
        ),
        SyntaxMistake(
            "{ a: /\"{id} }\n",
            "1:8-9 unclosed-bracket: found '{', expected ',' or '}'",
            "1:1-2 note: the mapping opens here",
            "hint: put the string in quotes if the '{' belongs to it"
        ),
        SyntaxMistake(
            "{a: [1}\n",
            "1:7-8 unclosed-bracket: found '}', expected ',' or ']'",
            "1:5-6 note: the list opens here"
        ),
        // Escapes.
        SyntaxMistake(
            "a: \"\\d+\"\n",
            "1:5-7 invalid-escape: found the escape '\\d', which does not exist",
            "hint: write '\\\\' for a backslash, or use single quotes"
        ),
        SyntaxMistake(
            "a: \"\\u12\"\n",
            "1:5-7 invalid-escape: found an incomplete escape, expected hexadecimal digits"
        ),
        SyntaxMistake(
            "a: \"\\ud83d\\udc4d\"\n",
            "1:5-7 invalid-escape: found an escape for a character that does not exist",
            "hint: write the character itself, or '\\U' with its code in eight digits"
        ),
        // Headers of blocks.
        SyntaxMistake(
            "a: | b\n",
            "1:6-7 invalid-block-header: found 'b' on the line that starts a block of text, "
                + "expected the end of the line",
            "hint: start the text on the next line, indented"
        ),
        SyntaxMistake(
            "a: >0\n  b\n",
            "1:5-6 invalid-block-header: found '0' as the indentation of a block of text, "
                + "expected 1 to 9"
        ),
        SyntaxMistake(
            "a: >-0\n  b\n",
            "1:6-7 invalid-block-header: found '0' as the indentation of a block of text, "
                + "expected 1 to 9"
        ),
        // Anchors and tags.
        SyntaxMistake(
            "a: & b\n",
            "1:4-6 invalid-anchor: found '&' without a name of letters and digits, "
                + "expected an anchor",
            "hint: put a string that starts with '&' in quotes"
        ),
        SyntaxMistake(
            "a: *.swift\n",
            "1:4-6 invalid-anchor: found '*' without a name of letters and digits, "
                + "expected an alias",
            "hint: put a string that starts with '*' in quotes"
        ),
        SyntaxMistake(
            "a: !e!b c\n",
            "1:4-5 invalid-tag: found a tag whose handle is not declared, expected '!' or '!!'",
            "hint: declare it with %TAG"
        ),
        SyntaxMistake(
            "a: !<b c\n",
            "1:4-8 invalid-tag: found a tag without its closing '>'",
            "hint: put a string that starts with '!' in quotes"
        ),
        SyntaxMistake(
            "a: !b,c\n",
            "1:4-7 invalid-tag: found ',' in a tag, expected a space after the tag",
            "hint: put a string that starts with '!' in quotes"
        ),
        SyntaxMistake(
            "a: !<>\n",
            "1:4-7 invalid-tag: found a tag without a name",
            "hint: put a string that starts with '!' in quotes"
        ),
        SyntaxMistake(
            "a: !b%4 c\n",
            "1:4-7 invalid-tag: found an escape in a tag, "
                + "expected '%' and the hexadecimal digits of UTF-8",
            "hint: put a string that starts with '!' in quotes"
        ),
        SyntaxMistake(
            "a: !b%ff c\n",
            "1:4-7 invalid-tag: found an escape in a tag, "
                + "expected '%' and the hexadecimal digits of UTF-8",
            "hint: put a string that starts with '!' in quotes"
        ),
        // Directives.
        SyntaxMistake(
            "%FOO\n--- a\n",
            "1:1-5 invalid-directive: found an unknown directive, expected %YAML or %TAG"
        ),
        SyntaxMistake(
            "%YAML 2.0\n--- a\n",
            "1:1-10 invalid-directive: found a document of another version of YAML, "
                + "expected 1.1 or 1.2"
        ),
        SyntaxMistake(
            "%YAML 1.2\n%YAML 1.2\n--- a\n",
            "2:1-10 invalid-directive: found a second %YAML directive, expected one"
        ),
        SyntaxMistake(
            "%TAG ! a:\n%TAG ! b:\n--- a\n",
            "2:1-10 invalid-directive: found a second %TAG directive for one handle, expected one"
        ),
        SyntaxMistake(
            "%YAML 1.2\na: 1\n",
            "2:1-2 invalid-directive: found 'a', expected '---' after the directives"
        ),
        SyntaxMistake(
            "%YAML 1.2 b\n--- a\n",
            "1:11-12 invalid-directive: found 'b' in a directive, expected the end of the line"
        ),
        SyntaxMistake(
            "% YAML 1.2\n--- a\n",
            "1:2-3 invalid-directive: found ' ' in a directive, expected 'YAML' or 'TAG'"
        ),
        SyntaxMistake(
            "%YAML! 1.2\n--- a\n",
            "1:6-7 invalid-directive: found '!' in a directive, expected a space after its name"
        ),
        SyntaxMistake(
            "%YAML one\n--- a\n",
            "1:7-10 invalid-directive: found 'one' in a directive, expected a version such as 1.2"
        ),
        SyntaxMistake(
            "%YAML 1x\n--- a\n",
            "1:8-9 invalid-directive: found 'x' in a directive, expected a version such as 1.2"
        ),
        SyntaxMistake(
            "%YAML 1234567890.1\n--- a\n",
            "1:16-19 invalid-directive: found '0.1' in a directive, expected a version such as 1.2"
        ),
        SyntaxMistake(
            "%TAG a b\n--- a\n",
            "1:6-7 invalid-directive: found 'a' in a directive, expected a handle such as '!e!'"
        ),
        SyntaxMistake(
            "%TAG !e! \n--- a\n",
            "1:10 invalid-directive: found the end of the line in a directive, "
                + "expected the prefix of the tags"
        ),
    ]

    @Test(arguments: mistakes)
    func says(_ mistake: SyntaxMistake) {
        #expect(Reading.summary(of: mistake.text) == mistake.summary)
    }

    @Test func whatLibYAMLMaySayInAnotherVersionIsPassedOn() {
        let text = SourceFile(path: "a.yaml", text: "a: 1\n")
        var tally = ReadingTally(limits: .init())
        guard let source = try? SourceText(text, language: .yaml, tally: &tally) else {
            Issue.record("the text must pass the checks")
            return
        }
        let problem = YAMLProblem(
            problem: "found something new",
            mark: YAMLMark(index: 3, line: 0, column: 3),
            context: "while looking"
        )
        let diagnostic = ProblemExplainer(problem, positions: PositionMap(source)).diagnostic()
        #expect(diagnostic.rule == "yaml-syntax")
        #expect(diagnostic.message == "found something new while looking")
        #expect(Reading.place(diagnostic.range) == "1:4-5")
    }
}
