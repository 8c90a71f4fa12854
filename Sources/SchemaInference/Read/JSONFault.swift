package import Diagnostics

/// What ended the reading of a JSON text.
package enum JSONFault: Error {
    /// The text is no JSON, or none that generated code reads.
    case syntax(JSONMistake)
    /// The bytes could not be read.
    case stream(any Error)

    /// What a caller gets to know of it.
    var cause: any Error {
        switch self {
        case .syntax(let mistake): mistake
        case .stream(let error): error
        }
    }
}

/// A mistake in a JSON text.
package struct JSONMistake: Error, Hashable, Sendable {
    /// The place.
    package let place: SourcePosition
    /// What was found, and what was expected.
    package let message: String
    /// At most one suggestion.
    package let hint: String?

    init(_ message: String, at place: SourcePosition, hint: String? = nil) {
        self.message = message
        self.place = place
        self.hint = hint
    }

    /// The mistake as a diagnostic.
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
