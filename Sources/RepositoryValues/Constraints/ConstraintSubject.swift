#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type whose values, or nested values, can have constraints.
protocol ConstraintSubject {
    /// Reports the constraints that the value violates.
    func report(_ constraints: Constraints, to problems: inout ProblemCollector)
}

extension String: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        for (constraint, pattern) in constraints.onValues {
            problems.report(constraint, unless: constraint.isSatisfied(by: self, pattern: pattern))
        }
    }
}

// MARK: - Numbers

/// A number type that JSON supports.
protocol ConstrainedNumber: ConstraintSubject {
    /// The number in JSON; nil if it is not finite.
    var constrainedNumber: JSON.Number? { get }
}

extension ConstrainedNumber {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        let number = constrainedNumber
        for (constraint, _) in constraints.onValues {
            // A number that is not finite satisfies no bound.
            let isSatisfied =
                number.map(constraint.isSatisfied) ?? (constraint.restrictedKind != .number)
            problems.report(constraint, unless: isSatisfied)
        }
    }
}

extension FixedWidthInteger where Self: ConstrainedNumber {
    var constrainedNumber: JSON.Number? { JSON.Number(self) }
}

extension Int: ConstrainedNumber {}
extension Int8: ConstrainedNumber {}
extension Int16: ConstrainedNumber {}
extension Int32: ConstrainedNumber {}
extension Int64: ConstrainedNumber {}
extension UInt: ConstrainedNumber {}
extension UInt8: ConstrainedNumber {}
extension UInt16: ConstrainedNumber {}
extension UInt32: ConstrainedNumber {}
extension UInt64: ConstrainedNumber {}
extension Double: ConstrainedNumber {
    var constrainedNumber: JSON.Number? { JSON.Number(self) }
}
extension Float: ConstrainedNumber {
    // The description of the Float: as a Double, 0.1 would be 0.10000000149011612.
    var constrainedNumber: JSON.Number? { isFinite ? JSON.Number(description) : nil }
}
extension Decimal: ConstrainedNumber {
    var constrainedNumber: JSON.Number? { JSON.Number(self) }
}

// MARK: - Containers

extension Array: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        for constraint in constraints.onArrays {
            let isSatisfied = constraint.isSatisfied(byCount: count) { haveNoEqual }
            problems.report(constraint, unless: isSatisfied)
        }
        let inner = constraints.ofElements
        for (index, element) in enumerated() {
            problems.nest(.index(index)) { $0.check(element, inner) }
        }
    }

    private var haveNoEqual: Bool {
        (self as? any DistinguishableElements)?.areUnique ?? true
    }
}

/// An array with comparable elements.
private protocol DistinguishableElements {
    /// Whether no two elements are equal.
    var areUnique: Bool { get }
}

extension Array: DistinguishableElements where Element: Hashable {
    fileprivate var areUnique: Bool { Set(self).count == count }
}

extension Dictionary: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        let inner = constraints.ofElements
        let members = map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }
        for (key, value) in members {
            problems.nest(.key(key)) { $0.check(value, inner) }
        }
    }
}

extension Optional: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        if let self { problems.check(self, constraints) }
    }
}

extension Presence: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        if case .value(let value) = self { problems.check(value, constraints) }
    }
}

extension Change: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        if case .set(let value) = self { problems.check(value, constraints) }
    }
}

extension NullableChange: ConstraintSubject {
    func report(_ constraints: Constraints, to problems: inout ProblemCollector) {
        if case .set(let value) = self { problems.check(value, constraints) }
    }
}
