import Diagnostics
import Testing
import YAMLTree

@Suite struct LimitTests {
    private func limits(_ change: (inout YAMLReader.Limits) -> Void) -> YAMLReader.Limits {
        var limits = YAMLReader.Limits()
        change(&limits)
        return limits
    }

    @Test func bytes() {
        let limits = limits { $0.bytes = 6 }
        #expect(Reading.summary(of: "a: 123", limits: limits).isEmpty)
        #expect(
            Reading.summary(of: "a: 1234", limits: limits) == [
                "1:1 file-too-large: found a file of 7 bytes, expected at most 6"
            ]
        )
    }

    @Test(arguments: [
        ("[[[1]]]", "[[[[1]]]]", "1:4-5", "a.yaml"),
        ("{a: {b: {c: 1}}}", "{a: {b: {c: {d: 1}}}}", "1:13-14", "a.yaml"),
        ("- - - 1", "- - - - 1", "1:7", "a.yaml"),
        ("a:\n b:\n  c: 1", "a:\n b:\n  c:\n   d: 1", "4:4", "a.yaml"),
        ("[&a [x], [*a]]", "[&a [x], [[*a]]]", "1:12-14", "a.yaml"),
        ("[&a [x], [{b: x}], [*a]]", "[&a [x], &b [*a], [*b]]", "1:20-22", "a.yaml"),
        ("[[[1]]]", "[[[[1]]]]", "1:4-5", "a.json"),
        ("[[{\"a\": 1}]]", "[[{\"a\": {}}]]", "1:9-10", "a.json"),
    ])
    func depth(legal: String, illegal: String, place: String, path: String) {
        let limits = limits { $0.depth = 3 }
        #expect(Reading.summary(of: legal, path: path, limits: limits).isEmpty)
        #expect(
            Reading.summary(of: illegal, path: path, limits: limits) == [
                "\(place) nesting-too-deep: found collections nested more than 3 deep, "
                    + "expected fewer"
            ]
        )
    }

    @Test(arguments: [
        ("[1, 2, 3]", "[1, 2, 3, 4]", "1:11-12", "a.yaml"),
        ("{a: 1, }", "{a: 1, b: 2}", "1:11-12", "a.yaml"),
        ("[&a x, *a, *a]", "[&a x, *a, *a, *a]", "1:16-18", "a.yaml"),
        ("[&a [x]]", "[&a [x], *a]", "1:10-12", "a.yaml"),
        ("[1, 2, 3]", "[1, 2, 3, \"\"]", "1:11-13", "a.json"),
        ("[[], []]", "[[], [], {}, 1]", "1:14-15", "a.json"),
    ])
    func nodes(legal: String, illegal: String, place: String, path: String) {
        let limits = limits { $0.nodes = 4 }
        #expect(Reading.summary(of: legal, path: path, limits: limits).isEmpty)
        #expect(
            Reading.summary(of: illegal, path: path, limits: limits) == [
                "\(place) too-many-nodes: found more than 4 values, aliases expanded, "
                    + "expected fewer"
            ]
        )
    }

    @Test(arguments: [
        ("a: 1\nb: 2", "a: 1\nb: 2\nc: 3", "1:1", "a.yaml"),
        ("{a: 1, b: 2}", "{a: 1, b: 2, c: 3}", "1:1-2", "a.yaml"),
        ("{<<: {a: 1}, b: 2}", "{<<: {a: 1, d: 2}, b: 2}", "1:1-25", "a.yaml"),
        ("{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"b\": 2, \"c\": 3}", "1:1-2", "a.json"),
    ])
    func keys(legal: String, illegal: String, place: String, path: String) {
        let limits = limits { $0.keys = 2 }
        #expect(Reading.summary(of: legal, path: path, limits: limits).isEmpty)
        #expect(
            Reading.summary(of: illegal, path: path, limits: limits) == [
                "\(place) too-many-keys: found a mapping of more than 2 keys, expected fewer"
            ]
        )
    }

    @Test func diagnostics() {
        let limits = limits { $0.diagnostics = 3 }
        #expect(Reading.mistakes(in: "[*a, *b, *c, *d, *e]", limits: limits).count == 3)
        #expect(Reading.mistakes(in: "- *a\n- *b\n- @", limits: limits).count == 3)
    }

    @Test func directives() {
        let lines = (0..<200).map { "%TAG !a\($0)! x\n" }
        let few = lines.prefix(100).joined() + "--- a\n"
        #expect(Reading.mistakes(in: few).isEmpty)
        #expect(
            Reading.summary(of: lines.joined() + "--- a\n") == [
                "101:1-2 invalid-directive: found more than 100 directives, expected fewer"
            ]
        )
    }
}
