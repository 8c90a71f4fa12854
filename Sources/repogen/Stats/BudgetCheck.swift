import Diagnostics
import SchemaLanguage

/// Compares the cost of an output with its budget.
struct BudgetCheck {
    /// The rule, by its stable identifier.
    enum Rule: String {
        case overBudget = "over-budget"
    }

    /// The maximum number of declarations named in a finding.
    private static let maximumNames = 5

    /// A limit with the amount used.
    struct Comparison {
        /// The limited quantity: `files`, or `lines` of a declaration.
        let name: String
        let isOfDeclaration: Bool
        let used: Int
        let limit: OutputBudget.Limit
    }

    let statistics: OutputStatistics

    /// All exceeded limits, at their positions in the configuration.
    var findings: [Diagnostic] {
        guard let budget = statistics.budget else { return [] }
        var found = comparisons.filter { !$0.isOfDeclaration && $0.used > $0.limit.value }
            .map { comparison in
                let (used, limit) = (comparison.used, comparison.limit.value)
                return diagnostic(
                    "'\(statistics.folder)' has \(text(used, comparison.name)), "
                        + "\(text(used - limit, comparison.name)) more than its budget",
                    at: comparison.limit
                )
            }
        found += Self.measures.flatMap { name, limit, value -> [Diagnostic] in
            guard let limit = limit(budget.declaration) else { return [] }
            let over = statistics.mostExpensive.filter { value($0.size) > limit.value }
                .sorted { value($0.size) > value($1.size) }
            guard !over.isEmpty else { return [] }
            let names = over.prefix(Self.maximumNames).map { declaration in
                "'\(declaration.name)' (\(text(value(declaration.size), name)))"
            }
            let rest = over.count - names.count
            let more = rest > 0 ? " and \(rest) more" : ""
            return [
                diagnostic(
                    "over the budget of \(text(limit.value, name)) for a declaration: "
                        + names.joined(separator: ", ") + more,
                    at: limit
                )
            ]
        }
        return found.sorted { $0.range.start < $1.range.start }
    }

    /// Each limit of the budget with the amount used; for limits of declarations, that of the
    /// largest one.
    var comparisons: [Comparison] {
        guard let budget = statistics.budget else { return [] }
        func comparison(
            _ name: String,
            _ used: Int,
            _ limit: OutputBudget.Limit?,
            isOfDeclaration: Bool = false
        ) -> Comparison? {
            limit.map {
                Comparison(name: name, isOfDeclaration: isOfDeclaration, used: used, limit: $0)
            }
        }
        let files = comparison("files", statistics.total.files, budget.files)
        let all = Self.measures.map {
            comparison($0.name, $0.value(statistics.total), $0.limit(budget.all))
        }
        let largest = Self.measures.map { name, limit, value in
            comparison(
                name,
                statistics.declarations.map { value($0.size) }.max() ?? 0,
                limit(budget.declaration),
                isOfDeclaration: true
            )
        }
        return ([files] + all + largest).compactMap(\.self)
    }

    private typealias Measure = (
        name: String, limit: (OutputBudget.Limits) -> OutputBudget.Limit?, value: (CodeSize) -> Int
    )

    private static var measures: [Measure] {
        [
            ("lines", \.lines, \.lines), ("bytes", \.bytes, \.bytes),
            ("compile", \.compile, \.milliseconds),
        ]
    }

    private func diagnostic(_ message: String, at limit: OutputBudget.Limit) -> Diagnostic {
        Diagnostic(
            rule: Rule.overBudget,
            message,
            at: limit.range,
            hint:
                "`repogen stats` lists the most expensive declarations; reduce them, or raise the budget"
        )
    }

    private func text(_ number: Int, _ name: String) -> String {
        switch name {
        case "compile": "\(number) ms of estimated compile time"
        default: number == 1 ? "1 \(name.dropLast())" : "\(number) \(name)"
        }
    }
}
