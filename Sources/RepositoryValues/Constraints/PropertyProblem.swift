/// A value that violates a constraint of its property.
public struct PropertyProblem: Hashable, Sendable {
    /// The path of the property, such as `title`, or of a nested value: `address.lines[2]`.
    ///
    /// It consists of the Swift names of properties in generated code, and of JSON keys in a check
    /// of JSON.
    public let path: JSONKeyPath
    /// The violated constraint.
    public let constraint: Constraint

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - path: The path of the property, or of a nested value.
    ///   - constraint: The violated constraint.
    public init(path: JSONKeyPath, constraint: Constraint) {
        self.path = path
        self.constraint = constraint
    }

    /// The name of the outermost property, for finding its field in a form; empty if there is none.
    public var property: String {
        guard case .key(let name)? = path.components.first else { return "" }
        return name
    }

    /// The requirement in plain English, without the name of the property and without the value:
    /// `must have at least 3 characters`.
    public var message: String { constraint.message }
}

extension PropertyProblem: CustomStringConvertible {
    /// The path with the message: `address.zipCode must have at most 10 characters`.
    public var description: String { "\(path) \(message)" }
}

extension [PropertyProblem] {
    /// Returns the problems of one property, in their order.
    ///
    /// - Parameter property: The name of the property, such as `title`.
    /// - Returns: Its problems, and those of nested values.
    public func of(_ property: String) -> [PropertyProblem] {
        filter { $0.property == property }
    }

    /// The messages by path, each array in the order of the problems.
    public var messages: [String: [String]] {
        Dictionary(grouping: self) { $0.path.description }.mapValues { $0.map(\.message) }
    }
}
