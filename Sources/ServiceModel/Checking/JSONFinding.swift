package import RepositoryValues
package import SchemaLanguage

/// What in a JSON value is not as its type in the schema has it.
package struct JSONFinding: Hashable, Sendable {
    /// What is wrong.
    package enum Problem: Hashable, Sendable {
        /// A required property is missing.
        case missing
        /// A value is null that may not be.
        case null
        /// A value is not of its type: what was expected, and what was found.
        case mismatch(expected: String, found: String)
        /// A key is not in the schema.
        case unknown
        /// A query parameter says nothing that the conventions know.
        case unknownParameter
        /// Only the service writes the property.
        case readOnly
        /// The property is set once, when the entity is created.
        case immutable
        /// A value breaks a constraint; the message says which.
        case constraint(String)
        /// It refers to an entity that is not there.
        case noSuchEntity(String)
    }

    /// Where it stands.
    package let path: JSONKeyPath
    /// What is wrong.
    package let problem: Problem

    package init(path: JSONKeyPath, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// Whether a service refuses what is sent for it; otherwise it ignores it.
    package var isRefused: Bool {
        switch problem {
        case .missing, .null, .mismatch, .constraint, .noSuchEntity: true
        case .unknown, .unknownParameter, .readOnly, .immutable: false
        }
    }

    /// What is wrong, as a sentence without the place.
    package var message: String {
        switch problem {
        case .missing: "This property is required."
        case .null: "This property may not be null."
        case .mismatch(let expected, let found): "Expected \(expected), found \(found)."
        case .constraint(let message): "This property \(message)."
        case .unknown: "The schema has no property with this key."
        case .unknownParameter: "The conventions know no such parameter of a listing."
        case .readOnly: "Only the service sets this property."
        case .immutable: "This property cannot change."
        case .noSuchEntity(let id): "There is no entity with the identity '\(id)'."
        }
    }
}

extension JSONCheck {
    /// What in a response does not fit its type, a line for each; services answer with more than a schema knows.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type.
    ///   - path: Where it stands.
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
