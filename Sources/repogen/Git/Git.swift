import Foundation
import Parallelism

/// The user's `git`, for a folder.
struct Git {
    /// The result of a call.
    struct Answer {
        let status: Int32
        let output: [UInt8]
        /// The error output, trimmed.
        let errors: String

        /// The output as text, without the final line break.
        var text: String {
            String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        }

        /// The result of a call that was not possible.
        fileprivate static func failure(_ reason: String) -> Answer {
            Answer(status: -1, output: [], errors: reason)
        }
    }

    /// Variables with which a hook specifies its repository; they must not affect other calls.
    private static let variablesOfHooks: Set = [
        "GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE",
    ]

    /// The folder.
    let folder: String

    /// Calls `git`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: The standard input.
    ///   - variables: Additional environment variables.
    /// - Returns: The result; nil if `git` does not exist.
    func run(
        _ arguments: [String],
        input: [UInt8] = [],
        variables: [String: String] = [:]
    ) -> Answer? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .filter { !Self.variablesOfHooks.contains($0.key) }
            // It does not prompt, does not change the index, and prints English.
            .merging(["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
            .merging(variables) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        guard let source = Self.source(of: input) else {
            return .failure("cannot write a temporary file")
        }
        process.standardInput = source
        do { try process.run() } catch { return .failure("cannot start git: \(error)") }
        let said = BackgroundValue { errors.fileHandleForReading.readDataToEndOfFile() }
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // `env` did not find it.
        guard process.terminationStatus != 127 else { return nil }
        return Answer(
            status: process.terminationStatus,
            output: Array(answer),
            errors: String(decoding: said.value, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }

    /// A file to read from: writing to a pipe without a reader would end this process.
    private static func source(of input: [UInt8]) -> FileHandle? {
        guard !input.isEmpty else { return FileHandle.nullDevice }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "repogen-git-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? Data(input).write(to: file)) != nil else { return nil }
        return try? FileHandle(forReadingFrom: file)
    }
}
