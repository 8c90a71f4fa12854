import ArgumentParser
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
    /// The folder, as messages name it.
    var shownFolder: String { output.isEmpty ? "." : output }

    /// The path of a generated file, relative to the project.
    func path(of file: String) -> String {
        // The folder of the project itself.
        output.isEmpty || output == "." ? file : output + "/" + file
    }
}

/// What went wrong outside the schemas; printed as it is.
struct ToolError: Error {
    /// Whose fault it is.
    enum Kind {
        case arguments, schemas, disk
    }

    let kind: Kind
    let message: String

    /// The exit status that says so.
    var exitCode: ExitCode {
        switch kind {
        case .arguments: .validationFailure
        case .schemas: .schemasAreWrong
        case .disk: .diskFailed
        }
    }

    static func disk(_ message: String) -> ToolError {
        ToolError(kind: .disk, message: message)
    }

    static func arguments(_ message: String) -> ToolError {
        ToolError(kind: .arguments, message: message)
    }
}
