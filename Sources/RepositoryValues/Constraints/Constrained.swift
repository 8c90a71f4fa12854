/// A type with constraints on its properties, or on those of nested values.
///
/// ```swift
/// var draft = Message.Draft(title: "")
/// draft.problems().first?.description  // "title must have at least 1 character"
/// ```
///
/// Generated types conform if the schema declares constraints: entities, their drafts and patches,
/// values and unions.
public protocol Constrained: Sendable {
    /// Reports violated constraints.
    ///
    /// - Parameter problems: Collects the problems, in the order of the properties.
    func reportProblems(to problems: inout ProblemCollector)
}

extension Constrained {
    /// Returns the violated constraints, in the order of the properties; empty if the value is
    /// valid.
    ///
    /// A property without a value violates nothing, nor does one that a patch keeps or clears.
    public func problems() -> [PropertyProblem] {
        var collector = ProblemCollector()
        reportProblems(to: &collector)
        return collector.problems
    }
}
