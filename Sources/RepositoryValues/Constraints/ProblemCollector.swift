/// Collects what breaks constraints in a value and in those that it contains.
public struct ProblemCollector: Sendable {
    /// What was found so far.
    public private(set) var problems: [PropertyProblem] = []

    private var path: [JSONKeyPath.Component] = []

    /// How deep values may contain one another; what is deeper is not checked.
    private static let maximumDepth = 256

    /// Makes a collector that has found nothing.
    public init() {}

    /// Checks the value of a property.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - value: Its value: text, a number, or an array, a dictionary, an optional or a change of such; and whatever
    ///     is ``Constrained`` itself, which reports its own problems.
    ///   - constraints: What the value has to satisfy.
    public mutating func check<Value>(_ name: String, _ value: Value, _ constraints: Constraint...)
    {
        check(name, value, constraints)
    }

    /// Checks the value of a property against constraints in a list.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - value: Its value.
    ///   - constraints: What the value has to satisfy.
    public mutating func check<Value>(_ name: String, _ value: Value, _ constraints: [Constraint]) {
        nest(.key(name)) { $0.check(value, Constraints(constraints)) }
    }

    /// Checks a value that has no name, such as that of a case of a union.
    ///
    /// - Parameter value: The value, which reports its own problems where it is ``Constrained``.
    public mutating func check<Value>(_ value: Value) {
        check(value, Constraints([]))
    }

    mutating func check<Value>(_ value: Value, _ constraints: Constraints) {
        if let value = value as? any ConstraintSubject {
            value.report(constraints, to: &self)
        } else if let value = value as? any Constrained {
            value.reportProblems(to: &self)
        } else if let value = value as? any ScalarRepresentable {
            // By its form in JSON.
            check(value.scalar, constraints)
        }
    }

    /// Checks what is one step further in.
    mutating func nest(
        _ component: JSONKeyPath.Component,
        _ check: (inout ProblemCollector) -> Void
    ) {
        guard path.count < Self.maximumDepth else { return }
        path.append(component)
        check(&self)
        path.removeLast()
    }

    /// Reports constraints that a value here breaks.
    mutating func report(_ constraint: Constraint, unless isSatisfied: Bool) {
        guard !isSatisfied else { return }
        problems.append(PropertyProblem(path: JSONKeyPath(path), constraint: constraint))
    }
}
