import Testing

@testable import Diagnostics

@Suite struct NearestSpellingTests {
    @Test(arguments: [
        ("nmae", ["key", "name", "type"], "name"),
        ("Name", ["named", "name"], "name"),
        ("read_only", ["redacted", "readOnly"], "readOnly"),
        ("base-url", ["baseURL", "base"], "baseURL"),
        ("propertys", ["properties", "property"], "property"),
        ("discriminater", ["discriminator"], "discriminator"),
        ("entites", ["enums", "entities", "values"], "entities"),
        // Equal but for case: the one with more letters right, then the first.
        ("String", ["string", "STRING"], "string"),
        ("abd", ["abc", "abe"], "abc"),
        ("id", ["ID", "it"], "ID"),
        ("größe", ["grösse", "Größe"], "Größe"),
    ])
    func finds(word: String, candidates: [String], expected: String) {
        #expect(NearestSpelling.nearest(to: word, in: candidates) == expected)
    }

    @Test(arguments: [
        ("", ["a", ""]),
        ("id", ["is", "it"]),
        ("doc", ["key", "type"]),
        ("colour", ["key", "redacted"]),
        ("name", []),
        (String(repeating: "a", count: 100), [String(repeating: "a", count: 99)]),
        ("abc", [String(repeating: "a", count: 1_000_000)]),
    ])
    func findsNothingFarAway(word: String, candidates: [String]) {
        #expect(NearestSpelling.nearest(to: word, in: candidates) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "acb", 1),
        ("abc", "abd", 1), ("abc", "abcd", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func distance(source: String, target: String, expected: Int) {
        let distance = NearestSpelling.distance(
            from: Array(source.unicodeScalars),
            to: Array(target.unicodeScalars)
        )
        #expect(distance == expected)
    }
}
