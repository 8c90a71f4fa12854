import Foundation
import TestSupport
import Testing

/// Another process that uses a store.
final class StorageClient {
    private static let binary: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: "storage-client")
    }()

    private let process: ChildProcess
    private let output: URL

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - arguments: The command and its arguments.
    ///   - folder: The working directory, where its output is stored.
    ///   - script: The shell script that starts the process, with the command as its arguments.
    /// - Throws: `ChildProcess.Failure` if it cannot be started.
    init(_ arguments: String..., in folder: URL, script: String = "exec \"$@\"") throws {
        output = folder.appending(path: "output-\(UUID().uuidString)")
        process = try ChildProcess(
            ["/bin/sh", "-c", script, "sh", Self.binary.path] + arguments,
            in: folder.path,
            environment: ProcessInfo.processInfo.environment,
            output: output.path
        )
    }

    /// The output so far, without an incomplete last line.
    var lines: [String] {
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Whether the process is running.
    var isRunning: Bool { process.isRunning }

    /// Waits until the process has written a number of lines, or has exited.
    func waitForLines(_ count: Int) {
        while lines.count < count, process.isRunning { usleep(500) }
    }

    /// Does the same without blocking a thread.
    func lines(atLeast count: Int) async throws {
        while lines.count < count, process.isRunning { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Kills the process.
    func kill() throws {
        Foundation.kill(process.identifier, SIGKILL)
        try process.wait()
    }

    /// Waits until the process exits, and returns its output.
    func finish() throws -> [String] {
        try process.wait()
        return lines
    }
}
