import RepositoryRuntime
import Testing

/// Laws of any expression, and of any value.
@Suite struct ConstraintLawTests {
    /// Pseudorandom numbers, the same in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// Returns an expression over two letters.
    private func expression(_ depth: Int, _ numbers: inout Numbers) -> String {
        guard depth > 0 else {
            return ["a", "b", ".", "[ab]", "[^a]", "\\w"].randomElement(using: &numbers) ?? "a"
        }
        func part() -> String { expression(depth - 1, &numbers) }
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0: return part() + "|" + part()
        case 1: return "(" + part() + ")*"
        case 2: return "(?:" + part() + ")+?"
        case 3: return "(" + part() + "){0,2}"
        case 4: return "(" + part() + "){2}"
        case 5: return "^" + part()
        case 6: return part() + "$"
        case 7: return "(?" + (Bool.random(using: &numbers) ? "=" : "!") + part() + ")" + part()
        default: return part() + part()
        }
    }

    private static let texts: [String] = {
        var all = [""]
        for text in all { all += ["a", "b", "c"].map { text + $0 } }
        for text in all.suffix(3) { all += ["a", "b", "c"].map { text + $0 } }
        for text in all.suffix(9) { all += ["a", "b"].map { text + $0 } }
        return all
    }()

    @Test("an expression matches the same as that of the standard library", arguments: 1...40)
    func matches(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        for _ in 0..<25 {
            let source = expression(Int.random(in: 1...4, using: &numbers), &numbers)
            let pattern = try Pattern(source)
            let expected = try Regex(source)
            for text in Self.texts {
                #expect(
                    pattern.matches(text) == (text.firstMatch(of: expected) != nil),
                    "\(source) and '\(text)'"
                )
            }
        }
    }

    @Test("a value has the problems of its JSON, at the same paths", arguments: 1...40)
    func problems(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let all: [Constraint] = [
            .minItems(Int.random(in: 0...3, using: &numbers)), .maxItems(2), .uniqueItems,
            .minLength(Int.random(in: 0...2, using: &numbers)), .maxLength(2), .pattern("^a|b$"),
            .minimum(-1), .exclusiveMaximum(2), .multipleOf(0.5), .format(.hostname),
        ].filter { _ in Bool.random(using: &numbers) }
        let count = Int.random(in: 0...4, using: &numbers)
        let texts = (0..<count).map { _ in Self.texts.randomElement(using: &numbers) ?? "" }
        let doubles = (0..<count).map { _ in Double(Int.random(in: -8...8, using: &numbers)) / 4 }
        let named = Dictionary(zip(texts, doubles)) { first, _ in first }
        func collected(_ value: some Sendable) -> [PropertyProblem] {
            var collector = ProblemCollector()
            collector.check("p", value, all)
            return collector.problems
        }
        func checked(_ value: some JSONEncodable) throws -> [PropertyProblem] {
            Constraints(all).problems(
                in: try JSON(jsonData: value.jsonData()),
                at: JSONKeyPath([.key("p")])
            )
        }
        #expect(try collected(texts) == checked(texts))
        #expect(try collected(doubles) == checked(doubles))
        #expect(try collected(named) == checked(named))
        #expect(try collected([texts, texts]) == checked([texts, texts]))
    }
}
