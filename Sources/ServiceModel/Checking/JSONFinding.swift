package import RepositoryValues
package import SchemaLanguage

/// A difference of a JSON value from its type in the schema.
package struct JSONFinding: Hashable, Sendable {
    /// The kind of difference.
    package enum Problem: Hashable, Sendable {
        /// A required property is missing.
        case missing
        /// A value is null but not nullable.
        case null
        /// A value has the wrong type: the expected one, and the one found.
        case mismatch(expected: String, found: String)
        /// A key is not in the schema.
        case unknown
        /// The conventions do not declare a query parameter.
        case unknownParameter
        /// Only the service writes the property.
        case readOnly
        /// The property is set only on creation.
        case immutable
        /// A value violates a constraint; the message names it.
        case constraint(String)
        /// It refers to a missing entity.
        case noSuchEntity(String)
    }

    /// The position.
    package let path: JSONKeyPath
    /// The kind.
    package let problem: Problem

    package init(path: JSONKeyPath, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// Whether a service rejects the value; if not, it ignores it.
    package var isRefused: Bool {
        switch problem {
        case .missing, .null, .mismatch, .constraint, .noSuchEntity: true
        case .unknown, .unknownParameter, .readOnly, .immutable: false
        }
    }

    /// The message as a sentence, without the position.
    package var message: String {
        switch problem {
        case .missing: "This property is required."
        case .null: "This property may not be null."
        case .mismatch(let expected, let found): "Expected \(expected), found \(found)."
        case .constraint(let message): "This property \(message)."
        case .unknown: "The schema has no property with this key."
        case .unknownParameter: "The conventions declare no such parameter of a listing."
        case .readOnly: "Only the service sets this property."
        case .immutable: "This property cannot change."
        case .noSuchEntity(let id): "No entity has the identity '\(id)'."
        }
    }
}

extension JSONCheck {
    /// The mismatches of a response with its type, one line each; additional keys are allowed.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type.
    ///   - path: Its position.
    /// - Returns: The lines, each with the key path.
    package func misfits(
        in value: JSON,
        as type: CheckedType,
        at path: JSONKeyPath
    ) -> [String] {
        findings(in: value, as: type, for: .response, at: path)
            .filter { $0.problem != .unknown }.map { "\($0.path): \($0.message)" }
    }
}
