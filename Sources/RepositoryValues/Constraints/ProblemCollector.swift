/// Collects violated constraints in a value and its nested values.
public struct ProblemCollector: Sendable {
    /// The problems found so far.
    public private(set) var problems: [PropertyProblem] = []

    private var path: [JSONKeyPath.Component] = []

    /// The largest nesting depth; deeper values are not checked.
    private static let maximumDepth = 256

    /// Creates an empty collector.
    public init() {}

    /// Checks the value of a property.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - value: Its value: a string, a number, an array, a dictionary, an optional or a change of
    ///     these; or a ``Constrained`` value, which reports its own problems.
    ///   - constraints: The constraints.
    public mutating func check<Value>(_ name: String, _ value: Value, _ constraints: Constraint...)
    {
        check(name, value, constraints)
    }

    /// Checks the value of a property against an array of constraints.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - value: Its value.
    ///   - constraints: The constraints.
    public mutating func check<Value>(_ name: String, _ value: Value, _ constraints: [Constraint]) {
        nest(.key(name)) { $0.check(value, Constraints(constraints)) }
    }

    /// Checks an unnamed value, such as that of a union case.
    ///
    /// - Parameter value: The value, which reports its own problems if it is ``Constrained``.
    public mutating func check<Value>(_ value: Value) {
        check(value, Constraints([]))
    }

    mutating func check<Value>(_ value: Value, _ constraints: Constraints) {
        if let value = value as? any ConstraintSubject {
            value.report(constraints, to: &self)
        } else if let value = value as? any Constrained {
            value.reportProblems(to: &self)
        } else if let value = value as? any ScalarRepresentable {
            // Checked in its JSON form.
            check(value.scalar, constraints)
        }
    }

    /// Checks a value one level further in.
    mutating func nest(
        _ component: JSONKeyPath.Component,
        _ check: (inout ProblemCollector) -> Void
    ) {
        guard path.count < Self.maximumDepth else { return }
        path.append(component)
        check(&self)
        path.removeLast()
    }

    /// Reports a violated constraint at the current path.
    mutating func report(_ constraint: Constraint, unless isSatisfied: Bool) {
        guard !isSatisfied else { return }
        problems.append(PropertyProblem(path: JSONKeyPath(path), constraint: constraint))
    }
}
