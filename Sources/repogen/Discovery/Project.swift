import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// A folder with the outputs to generate in it.
struct Project {
    /// The base of all paths in the configuration and in diagnostics.
    let root: URL
    /// The configuration file; nil if the options replace it.
    let file: URL?
    /// The outputs.
    let configuration: ProjectConfiguration
}

extension ProjectConfiguration.Output {
    /// The path of a generated file, relative to the project.
    func path(of file: String) -> String { output + "/" + file }
}

/// An error outside of the schemas.
struct ToolError: Error {
    /// The kind of error, which is the rule of the diagnostic in JSON.
    enum Kind: String {
        case arguments = "invalid-arguments"
        case schemas = "unreadable-schemas"
        case disk = "disk-failure"
        case service = "service-unavailable"
    }

    let kind: Kind
    let message: String
    /// A hint.
    let hint: String?
    /// The position in the configuration that caused the error; nil if there is none.
    var place: SourceRange?

    init(kind: Kind, message: String, hint: String? = nil, place: SourceRange? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.place = place
    }

    /// The exit status for the error.
    var exitCode: ExitCode {
        switch kind {
        case .arguments: .validationFailure
        case .schemas: .schemasAreWrong
        case .disk: .diskFailed
        case .service: .serviceUnavailable
        }
    }

    /// The message with the hint, for people.
    var text: String { message + (hint.map { "\nhint: \($0)" } ?? "") }

    /// The error as a diagnostic for tools; without a position, it is reported for the working
    /// directory.
    var diagnostic: Diagnostic {
        let nowhere = SourceFile(path: ".", bytes: []).start
        return Diagnostic(rule: kind, message, at: place ?? nowhere, hint: hint)
    }

    static func disk(_ message: String, hint: String? = nil) -> ToolError {
        ToolError(kind: .disk, message: message, hint: hint)
    }

    static func arguments(_ message: String, hint: String? = nil) -> ToolError {
        ToolError(kind: .arguments, message: message, hint: hint)
    }
}
