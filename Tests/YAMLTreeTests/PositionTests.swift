import Diagnostics
import Testing
import YAMLTree

@Suite struct PositionTests {
    /// A text and the positions of all its nodes, a parent before its children.
    struct Sample: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var path = "a.yaml"
        var places: [String]

        init(_ description: String, _ text: String, path: String = "a.yaml", _ places: [String]) {
            self.testDescription = description
            self.text = text
            self.path = path
            self.places = places
        }
    }

    private static func places(_ node: YAMLNode) -> [String] {
        let children: [YAMLNode] =
            switch node.content {
            case .scalar: []
            case .sequence(let elements): elements
            case .mapping(let pairs): pairs.flatMap { [$0.key, $0.value] }
            }
        return [Reading.place(node.range)] + children.flatMap(places)
    }

    @Test(arguments: [
        Sample("a plain scalar", "word", ["1:1-5"]),
        Sample("a plain scalar in blanks", "\n  two words  # comment\n", ["2:3-12"]),
        Sample("a plain scalar over lines", "one\n  two\n\n  three \n", ["1:1-4:8"]),
        Sample("single quotes", "'it''s' ", ["1:1-8"]),
        Sample("double quotes", "\"a\\u0041\"", ["1:1-10"]),
        Sample("double quotes over lines", "\"a\n  b\"", ["1:1-2:5"]),
        Sample("a literal block", "|\n  a\n  b\n\n\n# end\n", ["1:1-3:4"]),
        Sample("a folded block", ">-\n  a\n  b", ["1:1-3:4"]),
        Sample("an empty block", "a: |\nb: 1", ["1:1-2:5", "1:1-2", "1:4-5", "2:1-2", "2:4-5"]),
        Sample(
            "a block before another key",
            "a: |+\n  x\n\n \nb: 1",
            ["1:1-5:5", "1:1-2", "1:4-2:4", "5:1-2", "5:4-5"]
        ),
        Sample(
            "a block mapping",
            "a: 1\nbc:\n  d: 2\n\n# end\n",
            ["1:1-3:7", "1:1-2", "1:4-5", "2:1-3", "3:3-7", "3:3-4", "3:6-7"]
        ),
        Sample(
            "a mapping without values",
            "a:\nb:  # c\n",
            ["1:1-2:3", "1:1-2", "1:3", "2:1-2", "2:3"]
        ),
        Sample(
            "a key at the end that is only announced",
            "a: 1\n?",
            ["1:1-2:2", "1:1-2", "1:4-5", "2:2", "2:2"]
        ),
        Sample(
            "a key without its value lines before the next",
            "? a\n\n# c\n? b: 1\n",
            ["1:1-4:7", "1:3-4", "1:4", "4:3-7", "4:3-4", "4:6-7", "4:7"]
        ),
        Sample("a block before a blank end", "a: |\n  x\n   ", ["1:1-2:4", "1:1-2", "1:4-2:4"]),
        Sample("a block sequence", "- a\n-  b\n", ["1:1-2:5", "1:3-4", "2:4-5"]),
        Sample("a block sequence of nothing", "-\n-\n", ["1:1-2:2", "1:2", "2:2"]),
        Sample(
            "a sequence not indented below its key",
            "a:\n- b\n- c\nd: e",
            ["1:1-4:5", "1:1-2", "2:1-3:4", "2:3-4", "3:3-4", "4:1-2", "4:4-5"]
        ),
        Sample(
            "sequences in sequences",
            "- - a\n  - b\n- c",
            ["1:1-3:4", "1:3-2:6", "1:5-6", "2:5-6", "3:3-4"]
        ),
        Sample(
            "brackets",
            "[ a, [b ],\n {c: 1} ]\n",
            ["1:1-2:10", "1:3-4", "1:6-10", "1:7-8", "2:2-8", "2:3-4", "2:6-7"]
        ),
        Sample(
            "empty brackets",
            "a: []\nb: {}",
            [
                "1:1-2:6", "1:1-2", "1:4-6", "2:1-2", "2:4-6",
            ]
        ),
        Sample(
            "a pair in brackets",
            "[a: 1, b]",
            [
                "1:1-10", "1:2-6", "1:2-3", "1:5-6", "1:8-9",
            ]
        ),
        Sample(
            "keys without values in braces",
            "{a, b: }",
            [
                "1:1-9", "1:2-3", "1:3", "1:5-6", "1:8",
            ]
        ),
        Sample("an explicit key", "? a\n: b", ["1:1-2:4", "1:3-4", "2:3-4"]),
        Sample(
            "tags and anchors belong to their node",
            "a: !!str &x 1\nb: !t [x]",
            [
                "1:1-2:10", "1:1-2", "1:4-14", "2:1-2", "2:4-10", "2:8-9",
            ]
        ),
        Sample(
            "an alias stands in its place, its inside in the anchor's",
            "a: &x [1]\nb: *x",
            [
                "1:1-2:6", "1:1-2", "1:4-10", "1:8-9", "2:1-2", "2:4-6", "1:8-9",
            ]
        ),
        Sample(
            "letters of several bytes count once",
            "größe: 名前 👍\nb: 1",
            [
                "1:1-2:5", "1:1-6", "1:8-12", "2:1-2", "2:4-5",
            ]
        ),
        Sample("combining marks count for themselves", "e\u{301}: x", ["1:1-6", "1:1-3", "1:5-6"]),
        Sample(
            "CR LF is one break",
            "a: 1\r\nb: |\r\n  x\r\n\r\nc: 2\r\n",
            [
                "1:1-5:5", "1:1-2", "1:4-5", "2:1-2", "2:4-3:4", "5:1-2", "5:4-5",
            ]
        ),
        Sample(
            "CR alone is a break",
            "a: 1\rb: 2",
            [
                "1:1-2:5", "1:1-2", "1:4-5", "2:1-2", "2:4-5",
            ]
        ),
        Sample(
            "NEL, LS and PS break no line of an editor",
            "a: é\u{85}  b\u{2028}  c\nd: \"\u{2029}\"",
            [
                "1:1-2:7", "1:1-2", "1:4-13", "2:1-2", "2:4-7",
            ]
        ),
        Sample("a byte order mark is no column", "\u{FEFF}a: 1", ["1:1-5", "1:1-2", "1:4-5"]),
        Sample(
            "a tab is one column",
            "a:\t1\t# x\nb: \"\t\"",
            [
                "1:1-2:7", "1:1-2", "1:4-5", "2:1-2", "2:4-7",
            ]
        ),
        Sample("after the start of a document", "%YAML 1.2\n--- a", ["2:5-6"]),
        Sample(
            "JSON",
            " {\"ä\": [1, true,\r\n null],\r\"b\" :\"x\\ny\"\t}\n",
            path: "a.json",
            [
                "1:2-3:14", "1:3-6", "1:8-2:7", "1:9-10", "1:12-16", "2:2-6", "3:1-4", "3:6-12",
            ]
        ),
        Sample(
            "JSON with a byte order mark",
            "\u{FEFF}[-1.5e3]",
            path: "a.json",
            ["1:1-9", "1:2-8"]
        ),
    ])
    func everyNode(_ sample: Sample) throws {
        let root = try #require(try Reading.root(of: sample.text, path: sample.path))
        #expect(Self.places(root) == sample.places)
        #expect(root.range.path == sample.path)
    }

    @Test func longTextsAcrossTheBuffersOfLibYAML() throws {
        // libyaml reads 16 KB at a time; line breaks and letters must count once, wherever a read
        // splits them.
        let text = (0..<6_000).map { "ké\($0): ä\r\n" }.joined()
        let pairs = try #require(try Reading.root(of: text)?.pairs)
        #expect(pairs.count == 6_000)
        for (number, pair) in pairs.enumerated() {
            let width = "ké\(number)".count
            #expect(Reading.place(pair.key.range) == "\(number + 1):1-\(width + 1)")
            #expect(Reading.place(pair.value.range) == "\(number + 1):\(width + 3)-\(width + 4)")
        }
    }

    @Test(arguments: [true, false])
    func positionsInUTF16(isLittleEndian: Bool) throws {
        let units = Array("\u{FEFF}ä: 👍\nb: 1".utf16)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isLittleEndian ? pair.reversed() : pair
        }
        let root = try YAMLReader().read(SourceFile(path: "a.yaml", bytes: bytes))
        #expect(try #require(root).text == nil)
        #expect(
            Self.places(try #require(root)) == [
                "1:1-2:5", "1:1-2", "1:4-5", "2:1-2", "2:4-5",
            ]
        )
    }
}
