import TestSupport
import Testing

@testable import repogen

@Suite struct LineDifferenceTests {
    /// Applies the hunks to the old text.
    private func applying(_ difference: LineDifference, to old: [String]) throws -> [String] {
        var result: [String] = []
        var next = 0
        for line in difference.lines {
            if let hunk = line.firstMatch(of: /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/) {
                let start = try #require(Int(hunk.1)) - 1
                result += old[next..<start]
                next = start
                #expect(result.count == Int(hunk.3).map { $0 - 1 })
                continue
            }
            let text = String(line.dropFirst())
            if line.first != "+" {
                #expect(old[next] == text)
                next += 1
            }
            if line.first != "-" { result.append(text) }
        }
        return result + old[next...]
    }

    @Test("applying it to the old text gives the new one", arguments: [3, 40, 700, 6000])
    func law(count: Int) throws {
        var random = SeededGenerator(state: UInt64(count))
        for alphabet in [3, count, 20 * count] {
            let old = (0..<count).map { _ in "\(Int.random(in: 0..<alphabet, using: &random))" }
            var new = old
            for _ in 0..<(count / 3) {
                let place = Int.random(in: 0..<new.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: new.remove(at: place)
                case 1: new.insert("new \(place)", at: place)
                default: new.swapAt(place, Int.random(in: 0..<new.count, using: &random))
                }
            }
            let difference = LineDifference(
                old: Array(old.joined(separator: "\n").utf8),
                new: Array(new.joined(separator: "\n").utf8)
            )
            #expect(try applying(difference, to: old) == new)
        }
    }

    // A search in the whole text would be quadratic, and take minutes.
    @Test("long texts without common lines are replaced as a whole")
    func nothingInCommon() {
        let old = (0..<50_000).map { "old \($0)" }.joined(separator: "\n")
        let new = (0..<50_000).map { "new \($0)" }.joined(separator: "\n")
        let difference = LineDifference(old: Array(old.utf8), new: Array(new.utf8))
        #expect(difference.lines.count == 100_001)
        #expect(difference.lines.first == "@@ -1,50000 +1,50000 @@")
    }
}
