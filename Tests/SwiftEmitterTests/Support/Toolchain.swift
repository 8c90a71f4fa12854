import Foundation
import TestSupport

/// The tools that must accept generated code.
enum Toolchain {
    /// The compiler; nil if it is not on the path.
    static let compiler = executable("swiftc")
    /// The driver, which includes the formatter; nil if it is not on the path.
    static let swift = executable("swift")

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the modules that were built with the tests; nil if it is not found.
    ///
    /// On Linux it is next to the test binary; on macOS it is next to the bundle of the tests.
    static let modules: URL? = {
        let starts = [
            Bundle(for: Token.self).bundleURL, Bundle.main.bundleURL,
            URL(filePath: CommandLine.arguments.first ?? "."),
        ]
        for start in starts {
            var folder = start.standardizedFileURL
            while folder.path.count > 1 {
                let modules = folder.appending(path: "Modules")
                let runtime = modules.appending(path: "RepositoryRuntime.swiftmodule")
                if FileManager.default.fileExists(atPath: runtime.path) { return modules }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    private final class Token {}

    /// The exit status and the output of a tool.
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// Runs a tool and waits until it exits.
    static func run(_ tool: URL, _ arguments: [String], in folder: URL) throws -> Outcome {
        let scratch = FileManager.default.temporaryDirectory
        let logs = (0...1).map { _ in scratch.appending(path: "repogen-log-\(UUID().uuidString)") }
        defer { for log in logs { try? FileManager.default.removeItem(at: log) } }
        let process = try ChildProcess(
            [tool.path] + arguments,
            in: folder.path,
            environment: ProcessInfo.processInfo.environment,
            output: logs[0].path,
            errors: logs[1].path
        )
        let status = try process.wait()
        let output = try logs.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        return Outcome(status: status, output: output)
    }

    private static func executable(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").lazy
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
