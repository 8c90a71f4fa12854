import Testing

/// Diagnostics for a key and value that are not separated, or for a value that is not one text.
@Suite struct KeyAndValueTests {
    static let mistakes: [SyntaxMistake] = [
        // Keys.
        SyntaxMistake(
            "a: 1\nwords alone\n",
            "2:1-12 missing-colon: found a key without ':', expected ': ' between key and value",
            "hint: write `words: alone`"
        ),
        SyntaxMistake(
            "a: 1\nwords\n",
            "2:1-6 missing-colon: found a key without ':', expected 'key: value' on one line",
            "hint: write `words:`"
        ),
        SyntaxMistake(
            "a:\n  words\n    b: 1\n",
            "2:3-8 missing-colon: found a key without ':', expected 'key: value' on one line",
            "hint: write `words:`"
        ),
        // In the first line.
        SyntaxMistake(
            "a 1\nb:\n  c: 1\n",
            "1:1-4 missing-colon: found a key without ':', expected ': ' between key and value",
            "hint: write `a: 1`"
        ),
        SyntaxMistake(
            "// words\nb: 1\n",
            "1:1-9 missing-colon: found a key without ':', expected 'key: value' on one line",
            "hint: a comment starts with '#'"
        ),
        // As the last line of a mapping, and as the first.
        SyntaxMistake(
            "a:\n  e: 1\n  f Int\nb: 2\n",
            "3:3-8 missing-colon: found a key without ':', expected ': ' between key and value",
            "hint: write `f: Int`"
        ),
        SyntaxMistake(
            "a: # All.\n  f Int\n  g: 1\n",
            "2:3-8 missing-colon: found a key without ':', expected ': ' between key and value",
            "hint: write `f: Int`"
        ),
        SyntaxMistake(
            "a:\n\n  f?:[Int]\n\n  g h\n  i: 1\n",
            "3:3-11 missing-colon: found a key without a space after its ':', "
                + "expected ': ' between key and value",
            "hint: write `f?: [Int]`",
            "5:3-6 missing-colon: found a key without ':', expected ': ' between key and value",
            "hint: write `g: h`"
        ),
        SyntaxMistake(
            "a:\n  f Int\n    g: 1\n",
            "3:6-7 unexpected-indicator: unexpected ':', no mapping can start here",
            "hint: start all keys of a mapping in the same column"
        ),
        SyntaxMistake(
            "a: b\n  f Int\n  g: 1\n",
            "3:4-5 unexpected-indicator: unexpected ':', no mapping can start here",
            "hint: start all keys of a mapping in the same column"
        ),
        SyntaxMistake(
            "a: 1\nhttp://example.com\n",
            "2:1-19 missing-colon: found a key without ':', expected 'key: value' on one line"
        ),
        SyntaxMistake(
            "a: 1\nb:2\nc: 3\n",
            "2:1-4 missing-colon: found a key without a space after its ':', "
                + "expected ': ' between key and value",
            "hint: write `b: 2`"
        ),
        // A value that would be text in quotes.
        SyntaxMistake(
            "a:\n  e: [Int] = [] # None.\n",
            "2:12-13 unexpected-content: found '=', expected the end of the line",
            "hint: put the whole value in quotes: `e: \"[Int] = []\"`"
        ),
        SyntaxMistake(
            "f: {String: Int} = {}\n",
            "1:18-19 unexpected-content: found '=', expected the end of the line",
            "hint: put the whole value in quotes: `f: \"{String: Int} = {}\"`"
        ),
        SyntaxMistake(
            "e: [[Int]]?\n",
            "1:11-12 unexpected-indicator: unexpected '?', no mapping can start here",
            "hint: put the whole value in quotes: `e: \"[[Int]]?\"`"
        ),
        SyntaxMistake(
            "{ a: 1, e: [Int] = [], b: 2 }\n",
            "1:18-19 unclosed-bracket: found '=', expected ',' or '}'",
            "1:1-2 note: the mapping opens here",
            "hint: put the whole value in quotes: `e: \"[Int] = []\"`"
        ),
        SyntaxMistake(
            "e: [\"Int\"] = []\n",
            "1:12-13 unexpected-content: found '=', expected the end of the line"
        ),
        SyntaxMistake(
            "  a: 1\nb: 2\n",
            "2:1-2 unexpected-content: found 'b' after the value of the document",
            "hint: start all keys of a mapping, or all '-' of a list, in the same column"
        ),
        SyntaxMistake(
            "[a] ]",
            "1:5-6 unexpected-content: found ']' after the value of the document"
        ),
    ]

    @Test(arguments: mistakes)
    func says(_ mistake: SyntaxMistake) {
        #expect(Reading.summary(of: mistake.text) == mistake.summary)
    }
}
