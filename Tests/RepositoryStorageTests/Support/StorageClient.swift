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

    /// Starts it.
    ///
    /// - Parameters:
    ///   - arguments: The command and what it takes.
    ///   - folder: Where it runs, and its output is kept.
    ///   - script: What a shell does to become the process, whose command it has as its arguments.
    /// - Throws: `ChildProcess.Failure` where it cannot be started.
    init(_ arguments: String..., in folder: URL, script: String = "exec \"$@\"") throws {
        output = folder.appending(path: "output-\(UUID().uuidString)")
        process = try ChildProcess(
            ["/bin/sh", "-c", script, "sh", Self.binary.path] + arguments,
            in: folder.path,
            environment: ProcessInfo.processInfo.environment,
            output: output.path
        )
    }

    /// What it has said so far, without a last line that is not whole.
    var lines: [String] {
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// Waits until it has said so many lines, or has ended.
    func waitForLines(_ count: Int) {
        while lines.count < count, process.isRunning { usleep(500) }
    }

    /// The same, without keeping a thread.
    func lines(atLeast count: Int) async throws {
        while lines.count < count, process.isRunning { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Ends it at once.
    func kill() throws {
        Foundation.kill(process.identifier, SIGKILL)
        try process.wait()
    }

    /// Waits for its end, and returns what it has said.
    func finish() throws -> [String] {
        try process.wait()
        return lines
    }
}
