import Foundation
import Parallelism

/// A program of the user, called by name.
struct ExternalProgram {
    /// The result of a call.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    let name: String
    /// The working directory.
    let folder: String

    /// Runs it, and waits until it exits.
    ///
    /// - Parameter arguments: The arguments.
    /// - Returns: The result; nil if the program does not exist.
    func run(_ arguments: [String]) -> Run? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
        // It prints English.
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch { return nil }
        let said = BackgroundValue { errors.fileHandleForReading.readDataToEndOfFile() }
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // `env` did not find it.
        guard process.terminationStatus != 127 else { return nil }
        return Run(
            status: process.terminationStatus,
            output: String(decoding: answer, as: UTF8.self),
            errors: String(decoding: said.value, as: UTF8.self)
        )
    }
}
