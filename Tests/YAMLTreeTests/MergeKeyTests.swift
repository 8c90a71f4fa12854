import Testing
import YAMLTree

@Suite struct MergeKeyTests {
    private static let anchors = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nl: &l [*x, *y]\n"

    @Test(arguments: [
        ("{<<: *x}", "{a: 1, b: 2}"),
        ("{<<: {d: 5}}", "{d: 5}"),
        ("{<<: [*x, *y]}", "{a: 1, b: 2, c: 4}"),
        ("{<<: [*y, *x]}", "{b: 3, c: 4, a: 1}"),
        ("{<<: *l}", "{a: 1, b: 2, c: 4}"),
        ("{<<: []}", "{}"),
        ("{<<: {}}", "{}"),
        // Explicit keys win, before or after the merge, and keep their positions.
        ("{b: 9, <<: *x, d: 5}", "{b: 9, a: 1, d: 5}"),
        ("{d: 5, <<: *x, b: 9}", "{d: 5, a: 1, b: 9}"),
        ("{!!merge <<: *x}", "{a: 1, b: 2}"),
        // Only a plain scalar merges.
        ("{'<<': *x}", "{'<<': {a: 1, b: 2}}"),
        ("{!!str <<: *x}", "{!!str <<: {a: 1, b: 2}}"),
        ("[<<]", "[<<]"),
        ("{a: <<}", "{a: <<}"),
    ])
    func merge(source: String, written: String) throws {
        let root = try #require(try Reading.root(of: Self.anchors + "z: " + source)?["z"])
        let expected = try #require(
            try Reading.root(of: "{z: \(written)}")?["z"]
        )
        #expect(TreeShape(root) == TreeShape(expected))
    }

    @Test func mergesInMergedMappings() throws {
        let text = "- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b, z: 3}\n"
        let root = try #require(try Reading.root(of: text)?[2])
        let expected = try #require(try Reading.root(of: "{x: 1, y: 2, z: 3}"))
        #expect(TreeShape(root) == TreeShape(expected))
    }

    @Test func manyKeysAreMergedInOrder() throws {
        let base = (0..<50).map { "k\($0): \($0)" }.joined(separator: ", ")
        let text = "- &a {\(base)}\n- {k7: x, <<: *a, k49: y, k50: z}\n"
        let keys = try #require(try Reading.root(of: text)?[1]?.pairs).map { $0.key.text }
        let merged = (0..<49).filter { $0 != 7 }.map { "k\($0)" }
        #expect(keys == ["k7"] + merged + ["k49", "k50"])
    }

    @Test(arguments: [
        ("<<: 1", "1:5-6", "'1'"),
        ("<<:", "1:4", "''"),
        ("<<: [{a: 1}, x]", "1:14-15", "'x'"),
        ("<<: [[{a: 1}]]", "1:6-14", "a list"),
    ])
    func onlyMappingsCanBeMerged(source: String, place: String, found: String) {
        let message = "found \(found) to merge, expected a mapping or a list of mappings"
        #expect(
            Reading.summary(of: source) == [
                "\(place) invalid-merge: \(message)",
                "hint: put '<<' in quotes if it is an ordinary key",
            ]
        )
    }

    @Test func onlyOneMergeKeyInAMapping() {
        #expect(
            Reading.summary(of: "{<<: {a: 1}, <<: {b: 1}}") == [
                "1:14-16 duplicate-key: found the key '<<' twice in one mapping",
                "1:2-4 note: the first is here",
            ]
        )
    }
}
