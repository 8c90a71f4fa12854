/// The constraints of a property, prepared for checking values.
///
/// Constraints on arrays apply to an array in the property; all others apply to single values: the
/// value of the property, or the elements of an array or a dictionary.
public struct Constraints: Sendable {
    /// All constraints, in the order in which problems are reported.
    public let all: [Constraint]

    /// The constraints on the array.
    let onArrays: [Constraint]
    /// The constraints on single values, each with its parsed pattern, if it has one.
    let onValues: [(constraint: Constraint, pattern: Pattern?)]

    /// Makes constraints.
    ///
    /// - Parameter all: The constraints, in the order in which problems are reported.
    public init(_ all: [Constraint]) {
        self.all = all
        onArrays = all.filter { $0.restrictedKind == .array }
        onValues = all.filter { $0.restrictedKind != .array }.map { constraint in
            guard case .pattern(let source) = constraint else { return (constraint, nil) }
            return (constraint, try? Pattern(source))
        }
    }

    /// Whether there are no constraints.
    public var isEmpty: Bool { all.isEmpty }

    /// The same constraints without those on arrays, which do not apply to elements.
    var ofElements: Constraints {
        onArrays.isEmpty ? self : Constraints(onValues.map(\.constraint))
    }

    /// Checks a JSON value of the property.
    ///
    /// - Parameters:
    ///   - json: The value; null violates nothing.
    ///   - path: The path of the value in its document.
    ///   - numbersAreText: Whether its numbers are written as strings, such as `"9.90"`.
    /// - Returns: The violated constraints, each with its path.
    public func problems(
        in json: JSON,
        at path: JSONKeyPath = JSONKeyPath(),
        numbersAreText: Bool = false
    ) -> [PropertyProblem] {
        var problems: [PropertyProblem] = []
        if case .array = json {
            for constraint in onArrays where !constraint.isSatisfied(by: json) {
                problems.append(PropertyProblem(path: path, constraint: constraint))
            }
        }
        collect(in: json, at: path, numbersAreText, into: &problems)
        return problems
    }

    private func collect(
        in json: JSON,
        at path: JSONKeyPath,
        _ numbersAreText: Bool,
        into problems: inout [PropertyProblem]
    ) {
        switch json {
        case .null, .bool: break
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(
                    in: element,
                    at: path.appending(.index(index)),
                    numbersAreText,
                    into: &problems
                )
            }
        case .object(let members):
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                collect(in: value, at: path.appending(.key(key)), numbersAreText, into: &problems)
            }
        case .string, .number:
            var value = json
            if numbersAreText, let number = json.string.flatMap({ JSON.Number($0) }) {
                value = .number(number)
            }
            for (constraint, pattern) in onValues {
                let isSatisfied =
                    value.string.map { constraint.isSatisfied(by: $0, pattern: pattern) }
                    ?? constraint.isSatisfied(by: value)
                guard !isSatisfied else { continue }
                problems.append(PropertyProblem(path: path, constraint: constraint))
            }
        }
    }
}

extension Constraints: Hashable {
    /// Returns whether two have the same constraints in the same order.
    public static func == (left: Constraints, right: Constraints) -> Bool { left.all == right.all }

    /// Hashes the properties that determine equality.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
