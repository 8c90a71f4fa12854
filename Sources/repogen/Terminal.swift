import Foundation

/// Where people read: the standard error stream.
///
/// Standard output is for machines.
struct Terminal {
    let verbosity: VerbosityOptions

    /// Says what was done, unless nobody wants to know.
    func say(_ text: String) {
        if !verbosity.quiet { Self.write(text) }
    }

    /// Writes a line, or several.
    static func write(_ text: String, terminator: String = "\n") {
        // Nobody is left to tell where this fails.
        try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
    }

    /// Writes what a command was asked for, and nothing else, to standard output.
    static func answer(_ text: () throws -> String) throws {
        do {
            try output(text())
        } catch let error as ToolError {
            write("error: \(error.text)")
            throw error.exitCode
        }
    }

    /// Writes what was asked for, for machines, to standard output.
    static func output(_ text: String) throws(ToolError) {
        try DiskFile.writeToOutput(text)
    }
}
