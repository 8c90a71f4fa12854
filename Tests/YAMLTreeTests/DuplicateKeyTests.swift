import Diagnostics
import Testing
import YAMLTree

@Suite struct DuplicateKeyTests {
    @Test(arguments: [
        ("a: 1\nb: 2\na: 3\n", "3:1-2", "'a'", "1:1-2"),
        ("{a: 1, 'a': 2}", "1:8-11", "'a'", "1:2-3"),
        ("{1: x, \"1\": y}", "1:8-11", "'1'", "1:2-3"),
        ("{~: x, null: y}", "1:8-12", "'null'", "1:2-3"),
        ("? \n: x\n? ~\n: y", "3:3-4", "'~'", "1:2"),
        ("{[a, b]: x, [a, 'b']: y}", "1:13-21", "", "1:2-8"),
        ("{{a: b}: x, {a: b}: y}", "1:13-19", "", "1:2-8"),
        ("{\u{E9}: x, e\u{301}: y}", "1:8-10", "'e\u{301}'", "1:2-3"),
    ])
    func areRefused(source: String, place: String, name: String, first: String) {
        let key = name.isEmpty ? "the key" : "the key \(name)"
        #expect(
            Reading.summary(of: source) == [
                "\(place) duplicate-key: found \(key) twice in one mapping",
                "\(first) note: the first is here",
            ]
        )
    }

    @Test(arguments: [
        "{a: 1, A: 2}", "{'': 1, ~: 2}", "{'null': 1, ~: 2}", "{[a]: 1, a: 2, {a: b}: 3}",
        "{[a, b]: 1, [b, a]: 2, [a]: 3, [a, b, c]: 4}", "{1: a, 01: b, 1.0: c}",
        "[{a: 1}, {a: 1}]",
    ])
    func differentKeysAreNot(source: String) {
        #expect(Reading.summary(of: source).isEmpty)
    }

    @Test(arguments: [1, 7, 8, 9, 10, 300])
    func areFoundAmongAnyNumber(count: Int) {
        let keys = (0..<count).map { "k\($0): \($0)\n" }.joined()
        for number in [0, count / 2, count - 1] {
            let mistakes = Reading.mistakes(in: keys + "k\(number): x\n")
            #expect(mistakes.map(\.rule) == ["duplicate-key"])
            #expect(mistakes.first?.notes.first?.range.start.line == number + 1)
        }
        #expect(Reading.mistakes(in: keys + "k\(count): x\n").isEmpty)
    }

    @Test func inJSON() {
        #expect(
            Reading.summary(of: "{\"a\": 1, \"\\u0061\": 2}", path: "a.json") == [
                "1:10-18 duplicate-key: found the key 'a' twice in one mapping",
                "1:2-5 note: the first is here",
            ]
        )
    }

    @Test func longKeysAreCutInTheMessage() {
        let key = String(repeating: "k", count: 1_000)
        let message = Reading.mistakes(in: "\(key): 1\n\(key): 2\n").first?.message ?? ""
        #expect(message.contains("k…'"))
        #expect(message.count < 150)
    }
}
