/// A type with constraints on its properties, or on those of the values in it.
///
/// ```swift
/// var draft = Message.Draft(title: "")
/// draft.problems().first?.description  // "title must have at least 1 character"
/// ```
///
/// Generated types conform where the schema declares constraints: entities, their drafts and patches, values and
/// unions.
public protocol Constrained: Sendable {
    /// Reports what breaks a constraint.
    ///
    /// - Parameter problems: Takes the problems, in the order of the properties.
    func reportProblems(to problems: inout ProblemCollector)
}

extension Constrained {
    /// What breaks a constraint, in the order of the properties; empty where nothing does.
    ///
    /// A property without a value breaks nothing, nor does one that a patch keeps or clears.
    public func problems() -> [PropertyProblem] {
        var collector = ProblemCollector()
        reportProblems(to: &collector)
        return collector.problems
    }
}
