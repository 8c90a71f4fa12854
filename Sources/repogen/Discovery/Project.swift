import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage

/// A folder with what is to be made in it.
struct Project {
    /// The folder that all paths of the configuration, and all paths in diagnostics, are relative to.
    let root: URL
    /// The configuration file; nil where the options say everything.
    let file: URL?
    /// What is to be made.
    let configuration: ProjectConfiguration
}

extension ProjectConfiguration.Output {
    /// The path of a generated file, relative to the project.
    func path(of file: String) -> String { output + "/" + file }
}

/// What went wrong outside the schemas.
struct ToolError: Error {
    /// Whose fault it is; the rule of the finding for machines.
    enum Kind: String {
        case arguments = "invalid-arguments"
        case schemas = "unreadable-schemas"
        case disk = "disk-failure"
        case service = "service-unavailable"
    }

    let kind: Kind
    let message: String
    /// What may help.
    let hint: String?
    /// The place in the configuration that asks for what went wrong; nil where no line does.
    var place: SourceRange?

    init(kind: Kind, message: String, hint: String? = nil, place: SourceRange? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.place = place
    }

    /// The exit status that says so.
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

    /// The same as a finding, for machines; what has no place is found in the working directory.
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
