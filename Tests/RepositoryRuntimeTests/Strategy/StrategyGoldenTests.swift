import Foundation
import RepositoryRuntime
import Testing

/// The table of all cases of the planner, in readable form.
@Suite struct StrategyGoldenTests {
    private static let golden = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens/Strategy/plans.txt")

    /// Operations with equal plans, apart from the possible outcomes of steps.
    private static let kinds: [[RepositoryOperation]] = [
        [.find, .findOne], [.findByID], [.create], [.update, .patch], [.delete], [.storeOrUpdate],
    ]

    @Test("every plan equals the recorded one")
    func plans() throws {
        let text = Self.table
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data(text.utf8).write(to: Self.golden)
            Issue.record("recorded \(Self.golden.lastPathComponent)")
            return
        }
        let expected = Self.cases(try String(contentsOf: Self.golden, encoding: .utf8))
        let found = Self.cases(text)
        for (head, lines) in found { #expect(lines == expected[head], "\(head)") }
        #expect(Set(expected.keys).subtracting(found.keys) == [])
        #expect(try text == String(contentsOf: Self.golden, encoding: .utf8))
    }

    @Test("operations that share a plan in the table have equal plans")
    func kinds() {
        #expect(Self.kinds.flatMap { $0 } == RepositoryOperation.allCases)
        for kind in Self.kinds {
            for rule in PlanCases.rules {
                for known in PlanCases.known {
                    let plans = kind.map {
                        StrategyBranch(StrategyPlan($0, by: rule, knowing: known))
                    }
                    #expect(Set(plans).count == 1)
                }
            }
        }
    }

    private static var table: String {
        var text = ""
        for kind in kinds {
            for rule in PlanCases.rules where rule.fallback != rule.target {
                for known in PlanCases.known {
                    let plan = StrategyPlan(kind[0], by: rule, knowing: known)
                    let names = kind.map(\.rawValue).joined(separator: ", ")
                    text += "\(names): \(rule); \(words(known))\n"
                    for path in StrategyBranch(plan).paths { text += "  \(words(path))\n" }
                    text += "\n"
                }
            }
        }
        return text
    }

    private static func words(_ known: StrategyPlan.Known) -> String {
        let sides =
            switch (known.hasRemote, known.hasLocal) {
            case (true, true): "both sides"
            case (true, false): "no local side"
            case (false, true): "no remote side"
            case (false, false): "no side"
            }
        return known.hasLocal ? "\(sides), edits \(known.edits.rawValue)" : sides
    }

    private static func words(_ path: StrategyBranch.Path) -> String {
        let legs = path.legs.map { leg in
            "\(leg.step) (\(leg.outcomes.map(\.rawValue).joined(separator: ", "))) > "
        }
        return "\(legs.joined())\(path.last)"
    }

    /// Returns the lines of each case by its heading.
    private static func cases(_ text: String) -> [Substring: [Substring]] {
        let blocks = text.split(separator: "\n\n")
        return Dictionary(
            blocks.compactMap { block in
                let lines = block.split(separator: "\n")
                return lines.first.map { ($0, Array(lines.dropFirst())) }
            },
            uniquingKeysWith: { $1 }
        )
    }
}
