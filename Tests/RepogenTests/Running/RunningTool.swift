import Foundation
import TestSupport

/// A run of the tool that continues until it is stopped.
struct RunningTool {
    /// The error if the expected output is missing after a very long time.
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    private let process: ChildProcess
    private let output: URL
    private let errors: URL

    /// Starts a run, runs a body, and stops the run.
    static func run(
        _ arguments: [String],
        in folder: URL,
        _ body: (RunningTool) async throws -> Void
    ) async throws {
        let scratch = FileManager.default.temporaryDirectory
            .appending(path: "running-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let (output, errors) = (scratch.appending(path: "out"), scratch.appending(path: "err"))
        for file in [output, errors] { try Data().write(to: file) }
        // The process is killed when it is released.
        let process = try CommandLineTool.start(
            arguments,
            in: folder,
            output: output.path,
            errors: errors.path
        )
        try await body(RunningTool(process: process, output: output, errors: errors))
    }

    /// The standard error output so far.
    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Interrupts it like Ctrl-C.
    func interrupt() { process.interrupt() }

    /// Returns its exit status, once it has exited.
    func status() async throws -> Int32 {
        while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        return try process.wait()
    }

    /// Returns the first line on standard output, once available.
    func firstLine() async throws -> String {
        try await wait("a line on standard output") {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            return text.contains("\n") ? String(text.prefix { $0 != "\n" }) : nil
        }
    }

    /// Waits for a condition.
    func wait<Value>(_ what: String, for value: () throws -> Value?) async throws -> Value {
        let start = ContinuousClock.now
        while start.duration(to: .now) < ChildProcess.patience {
            if let found = try value() { return found }
            guard process.isRunning else { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Silence(description: "no \(what); it has said:\n\(said)")
    }

    /// Waits for text on standard error.
    func waitUntilSaid(_ text: String, times: Int = 1) async throws {
        try await wait(text) { said.split(separator: text).count > times ? () : nil }
    }
}
