import Foundation
import TestSupport

/// The formatter, which must accept generated code.
enum Toolchain {
    /// The driver, which includes the formatter; nil if it is not on the path.
    static let swift = executable("swift")

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

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
