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
    ///   - shell: What a shell does before it becomes the process, such as `ulimit …`.
    init(_ arguments: String..., in folder: URL, shell: String? = nil) throws {
        output = folder.appending(path: "output-\(UUID().uuidString)")
        var command = [Self.binary.path] + arguments
        if let shell { command = ["/bin/sh", "-c", shell + " && exec \"$@\"", "sh"] + command }
        process = try ChildProcess(
            command,
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

    /// Waits until it has said so many lines, or has ended.
    func waitForLines(_ count: Int) {
        while lines.count < count, process.isRunning { usleep(500) }
    }

    /// Ends it at once.
    func kill() {
        Foundation.kill(process.identifier, SIGKILL)
        process.wait()
    }

    /// Waits for its end, and returns what it has said.
    func finish() -> [String] {
        process.wait()
        return lines
    }
}
