import Foundation
import TestSupport
import Testing

/// The tool as users run it: a process, its streams and its exit status.
struct CommandLineTool {
    /// The result of a run.
    struct Run: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The binary, which is in the same folder as the tests.
    static let binary: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: "repogen")
    }()

    /// A cache folder for notes of runs, separate from that of the user.
    private static let notes = FileManager.default.temporaryDirectory
        .appending(path: "repogen-tests-notes").path

    /// Runs the tool in a folder.
    static func run(_ arguments: String..., in folder: URL) async throws -> Run {
        try await run(arguments, in: folder)
    }

    /// Runs the tool, or another one, in a folder; not on the threads that tests share.
    static func run(
        _ arguments: [String],
        in folder: URL,
        of executable: URL = binary,
        environment: [String: String] = [:]
    ) async throws -> Run {
        try await BackgroundWork.run {
            try runAndWait(arguments, in: folder, of: executable, environment: environment)
        }
    }

    /// Starts the tool, or another one, in a folder.
    static func start(
        _ arguments: [String],
        in folder: URL,
        of executable: URL = binary,
        environment: [String: String] = [:],
        output: String = "/dev/null",
        errors: String = "/dev/null"
    ) throws -> ChildProcess {
        try ChildProcess(
            [executable.path] + arguments,
            in: folder.path,
            environment: ProcessInfo.processInfo.environment
                .merging(["XDG_CACHE_HOME": notes]) { $1 }
                .merging(environment) { $1 },
            output: output,
            errors: errors
        )
    }

    private static func runAndWait(
        _ arguments: [String],
        in folder: URL,
        of executable: URL,
        environment: [String: String]
    ) throws -> Run {
        // Files instead of pipes: a full pipe without a reader would block the process.
        let scratch = FileManager.default.temporaryDirectory
        let output = scratch.appending(path: "repogen-output-\(UUID().uuidString)")
        let errors = scratch.appending(path: "repogen-errors-\(UUID().uuidString)")
        for file in [output, errors] { try Data().write(to: file) }
        defer {
            try? FileManager.default.removeItem(at: output)
            try? FileManager.default.removeItem(at: errors)
        }
        let process = try start(
            arguments,
            in: folder,
            of: executable,
            environment: environment,
            output: output.path,
            errors: errors.path
        )
        let status = try process.wait()
        return Run(
            status: status,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }
}

/// A user's package in a temporary folder, which is deleted with this object.
final class TemporaryPackage {
    let root: URL

    init(_ files: [String: String]) throws {
        root = FileManager.default.temporaryDirectory
            .appending(path: "repogen-tests-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, contents) in files { try write(contents, to: path) }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func write(_ contents: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(contents.utf8).write(to: file)
    }

    /// Creates a link.
    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appending(path: path).path,
            withDestinationPath: destination
        )
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: root.appending(path: path))
    }

    func read(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Returns the Swift files below a folder with their contents.
    func contents(of folder: String) throws -> [String: String] {
        try everything(in: folder).filter { $0.key.hasSuffix(".swift") }
    }

    /// Returns the regular files below a folder, including hidden ones, with their contents.
    func everything(in folder: String = ".") throws -> [String: String] {
        let base = root.appending(path: folder).path
        var contents: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: base) {
            let file = base + "/" + path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            contents[path] = try read(folder + "/" + path)
        }
        return contents
    }

    /// Returns the modification times of the files below a folder.
    func modificationDates(of folder: String) throws -> [String: Date] {
        var dates: [String: Date] = [:]
        for path in try everything(in: folder).keys {
            let file = root.appending(path: folder).appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            dates[path] = attributes[.modificationDate] as? Date
        }
        return dates
    }
}
