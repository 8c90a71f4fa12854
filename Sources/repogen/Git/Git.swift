import Foundation
import Parallelism

/// The `git` of the user, asked about a folder.
struct Git {
    /// What came of a call.
    struct Answer {
        let status: Int32
        let output: [UInt8]
        /// What it said of a failure, without blanks around it.
        let errors: String

        /// The output as text, without the end of its last line.
        var text: String {
            String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
    }

    /// Variables by which a hook says which repository it is in; a call finds its own.
    private static let variablesOfHooks: Set = [
        "GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE",
    ]

    /// The folder about which it is asked.
    let folder: String

    /// Calls it.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: What it reads.
    ///   - variables: Variables of its environment beside those of this process.
    /// - Returns: Nil where there is no `git`, or it cannot be started.
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
            // It asks nobody, changes no index, and speaks English.
            .merging(["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 }
            .merging(variables) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        guard let source = Self.source(of: input) else { return nil }
        process.standardInput = source
        do { try process.run() } catch { return nil }
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

    /// A file from which bytes are read: a pipe of which nobody reads the end would end this process.
    private static func source(of input: [UInt8]) -> FileHandle? {
        guard !input.isEmpty else { return FileHandle.nullDevice }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "repogen-git-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? Data(input).write(to: file)) != nil else { return nil }
        return try? FileHandle(forReadingFrom: file)
    }
}
