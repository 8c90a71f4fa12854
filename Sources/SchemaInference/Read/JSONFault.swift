package import Diagnostics

/// The reason why reading a JSON text stopped.
package enum JSONFault: Error {
    /// The text is not JSON, or exceeds the limits of generated code.
    case syntax(JSONMistake)
    /// The bytes could not be read.
    case stream(any Error)

    /// The error for a caller.
    var cause: any Error {
        switch self {
        case .syntax(let mistake): mistake
        case .stream(let error): error
        }
    }
}

/// An error in a JSON text.
package struct JSONMistake: Error, Hashable, Sendable {
    /// The position.
    package let place: SourcePosition
    /// The value found, and the expected one.
    package let message: String
    /// A suggestion.
    package let hint: String?

    init(_ message: String, at place: SourcePosition, hint: String? = nil) {
        self.message = message
        self.place = place
        self.hint = hint
    }

    /// The error as a diagnostic.
    ///
    /// - Parameter path: The path of the text.
    /// - Returns: An error.
    package func diagnostic(in path: String) -> Diagnostic {
        Diagnostic(
            rule: InferenceRule.jsonSyntax,
            message,
            at: SourceRange(path: path, start: place, end: place),
            hint: hint
        )
    }
}
