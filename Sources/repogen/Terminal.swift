import Foundation

/// Output for people, on standard error.
///
/// Standard output is for machines.
struct Terminal {
    let verbosity: VerbosityOptions

    /// Reports an action, unless the command is quiet.
    func say(_ text: String) {
        if !verbosity.quiet { Self.write(text) }
    }

    /// Writes one or more lines.
    static func write(_ text: String, terminator: String = "\n") {
        // There is no place to report a failure of this.
        try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
    }

    /// Writes the requested output, and nothing else, to standard output.
    static func answer(_ text: () throws -> String) throws {
        do {
            try output(text())
        } catch let error as ToolError {
            write("error: \(error.text)")
            throw error.exitCode
        }
    }

    /// Writes the requested output, for machines, to standard output.
    static func output(_ text: String) throws(ToolError) {
        try DiskFile.writeToOutput(text)
    }
}
