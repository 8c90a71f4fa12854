/// A value that breaks a constraint of its property.
public struct PropertyProblem: Hashable, Sendable {
    /// The property, such as `title`, or where in its value the problem is: `address.lines[2]`.
    ///
    /// Generated code says it in the names of the properties in Swift, and a check of JSON in the keys of the document.
    public let path: JSONKeyPath
    /// The constraint that the value breaks.
    public let constraint: Constraint

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - path: The property, or where in its value the problem is.
    ///   - constraint: The constraint that the value breaks.
    public init(path: JSONKeyPath, constraint: Constraint) {
        self.path = path
        self.constraint = constraint
    }

    /// The name of the outermost property, by which a form finds its field; empty where there is none.
    public var property: String {
        guard case .key(let name)? = path.components.first else { return "" }
        return name
    }

    /// What the value has to be, in plain English without the name of the property, and without the value:
    /// `must have at least 3 characters`.
    public var message: String { constraint.message }
}

extension PropertyProblem: CustomStringConvertible {
    /// The path with the message: `address.zipCode must have at most 10 characters`.
    public var description: String { "\(path) \(message)" }
}

extension [PropertyProblem] {
    /// The problems in the value of one property, in their order.
    ///
    /// - Parameter property: The name of the property, such as `title`.
    /// - Returns: Its problems, and those of the values in it.
    public func of(_ property: String) -> [PropertyProblem] {
        filter { $0.property == property }
    }

    /// The messages by the path that they are about, each list in the order of the problems.
    public var messages: [String: [String]] {
        Dictionary(grouping: self) { $0.path.description }.mapValues { $0.map(\.message) }
    }
}
