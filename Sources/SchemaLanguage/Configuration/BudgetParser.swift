import Diagnostics
import YAMLTree

/// Parses the budget of an output.
///
/// ```yaml
/// budget:
///   files: 100
///   lines: 20000
///   compile: 5 s                           # estimated
///   declaration: { lines: 400, compile: 300 ms }
/// ```
enum BudgetParser {
    /// The maximum number in a time: it has at most six digits.
    private static let maximumNumber = 999_999

    static func budget(_ node: YAMLNode, in context: inout ParseContext) -> OutputBudget? {
        guard var mapping = MappingReader(node, what: "the budget", in: &context) else {
            return nil
        }
        var budget = OutputBudget()
        budget.files = number("files", &mapping, in: &context)
        budget.all = limits(&mapping, in: &context)
        var isEmpty = budget == OutputBudget()
        if let node = mapping.optional("declaration") {
            isEmpty = false
            if var inner = MappingReader(node, what: "the budget of a declaration", in: &context) {
                budget.declaration = limits(&inner, in: &context)
                inner.finish(in: &context)
                reportEmpty(budget.declaration == .init(), node, in: &context)
            }
        }
        mapping.finish(in: &context)
        reportEmpty(isEmpty, node, in: &context)
        return budget
    }

    /// A budget without limits is a mistake, unless another mistake in it has been reported.
    private static func reportEmpty(
        _ isEmpty: Bool,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) {
        guard isEmpty, context.diagnostics.isEmpty else { return }
        context.report(
            .invalidValue,
            "the budget sets no limit",
            at: node.range,
            hint: "set `lines`, `bytes` or `compile`, for example, or leave it out"
        )
    }

    private static func limits(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> OutputBudget.Limits {
        OutputBudget.Limits(
            lines: number("lines", &mapping, in: &context),
            bytes: number("bytes", &mapping, in: &context),
            compile: mapping.optional("compile").flatMap { time($0, in: &context) }
        )
    }

    private static func number(
        _ key: String,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> OutputBudget.Limit? {
        guard let node = mapping.optional(key) else { return nil }
        return context.number(node, what: "the budget of \(key)", from: 1).map {
            OutputBudget.Limit(value: $0, range: node.range)
        }
    }

    /// A time such as `5 s` or `300 ms`, in milliseconds.
    private static func time(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> OutputBudget.Limit? {
        let text = node.scalarText ?? ""
        if let match = text.wholeMatch(of: /([1-9][0-9]*) ?(ms|s)/), let number = Int(match.1),
            number <= maximumNumber
        {
            return OutputBudget.Limit(
                value: match.2 == "s" ? number * 1_000 : number,
                range: node.range
            )
        }
        let found =
            text.isEmpty ? node.kindDescription : "'\(text.shortened(to: 40))'"
        context.report(
            .invalidValue,
            "expected a duration such as 5 s for the budget of compile, found \(found)",
            at: node.range,
            hint: "write an integer from 1 to \(maximumNumber) with s or ms"
        )
        return nil
    }
}
