import Diagnostics
import Testing
import YAMLTree

@Suite struct AliasTests {
    @Test(arguments: [
        ("[&a x, *a]", "[x, x]"),
        ("[&a [x, y], *a, *a]", "[[x, y], [x, y], [x, y]]"),
        ("{a: &a {x: 1}, b: *a}", "{a: {x: 1}, b: {x: 1}}"),
        ("[&a x, &a y, *a]", "[x, y, y]"),
        ("&a [&a x, *a]", "[x, x]"),
        ("[&a '1', *a]", "['1', '1']"),
        ("[&a !!str 1, *a]", "[!!str 1, !!str 1]"),
        ("{&a x: y, z: *a}", "{x: y, z: x}"),
        ("{x: &a y, *a : z}", "{x: y, y: z}"),
    ])
    func standForTheirAnchors(source: String, written: String) throws {
        let root = try #require(try Reading.root(of: source))
        let expected = try #require(try Reading.root(of: written))
        #expect(TreeShape(root) == TreeShape(expected))
    }

    @Test func mayStandForNothing() throws {
        let root = try #require(try Reading.root(of: "[&a , *a]"))
        #expect(root.elements?.map { $0.scalar?.meaning } == [.null, .null])
    }

    @Test func anchorsEndWithTheirDocument() {
        #expect(throws: YAMLSyntaxError.self) {
            try YAMLReader().readAll(.init(path: "a.yaml", text: "--- &a x\n--- *a\n"))
        }
    }

    @Test(arguments: [
        (
            "[*a]",
            [
                "1:2-4 undefined-alias: found the alias '*a', expected an anchor before it",
                "hint: put a string that starts with '*' in quotes",
            ]
        ),
        (
            "[&name x, &other y, *nmae]",
            [
                "1:21-26 undefined-alias: found the alias '*nmae', expected an anchor before it",
                "hint: did you mean '*name'?",
            ]
        ),
        (
            "{path: *.swift}",
            [
                "1:8-10 invalid-anchor: found '*' without a name of letters and digits, "
                    + "expected an alias",
                "hint: put a string that starts with '*' in quotes",
            ]
        ),
        (
            "a: &a\n  b: [*a]\n",
            [
                "2:7-9 alias-cycle: found the alias '*a' inside the value it refers to",
                "1:4-2:3 note: the value starts here",
            ]
        ),
        (
            "&a [*a]",
            [
                "1:5-7 alias-cycle: found the alias '*a' inside the value it refers to",
                "1:1-5 note: the value starts here",
            ]
        ),
    ])
    func mustStandForSomething(source: String, summary: [String]) {
        #expect(Reading.summary(of: source) == summary)
    }
}
