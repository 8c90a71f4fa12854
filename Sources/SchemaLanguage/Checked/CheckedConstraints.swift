package import RepositoryValues

/// The constraints on the values of a property in addition to their type.
///
/// Each constraint fits the type, they do not contradict one another, and the default satisfies
/// them.
package struct CheckedConstraints: Hashable, Sendable {
    /// The constraints, in the order in which problems are reported.
    package let constraints: Constraints
    /// Whether the numbers among the values are strings in JSON.
    package let numbersAreText: Bool

    /// Makes constraints.
    package init(_ all: [Constraint] = [], numbersAreText: Bool = false) {
        constraints = Constraints(all)
        self.numbersAreText = numbersAreText
    }

    /// All constraints, in their order.
    package var all: [Constraint] { constraints.all }

    /// Whether there are none.
    package var isEmpty: Bool { constraints.isEmpty }

    /// Checks the value of the property in JSON.
    ///
    /// - Parameters:
    ///   - json: The value of the property; null violates nothing.
    ///   - path: The key path of the property in its document.
    /// - Returns: The violations, each with its place.
    package func problems(in json: JSON, at path: JSONKeyPath) -> [PropertyProblem] {
        constraints.problems(in: json, at: path, numbersAreText: numbersAreText)
    }
}
