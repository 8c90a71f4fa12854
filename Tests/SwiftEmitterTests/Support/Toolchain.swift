import Foundation

/// The tools that generated code has to please.
enum Toolchain {
    /// The compiler; nil where it is not on the path.
    static let compiler = executable("swiftc")
    /// The driver, which has the formatter; nil where it is not on the path.
    static let swift = executable("swift")

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the modules that were built with the tests; nil where it is not found.
    ///
    /// On Linux the test binary stands beside it; on macOS the tests are in a bundle beside it.
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

    /// What a tool said, and how it ended.
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// Runs a tool to its end.
    static func run(_ tool: URL, _ arguments: [String], in folder: URL) throws -> Outcome {
        let process = Process()
        let pipe = Pipe()
        // Foundation changes the directory of the whole process for a moment, which other tests see.
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #"cd "$0" && exec "$@""#, folder.path, tool.path] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: data, as: UTF8.self)
        )
    }

    private static func executable(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").lazy
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
