import Foundation
import SwiftEmitter

/// Compiles the files of an output, and measures the time and the code size.
struct CompileMeasurement {
    /// The measurement of one declaration.
    struct Measured: Hashable {
        /// The time for type-checking its function bodies, in microseconds.
        var checkMicroseconds = 0
        /// The bytes of machine code and constants; nil if unknown.
        var codeBytes: Int?
    }

    /// The total elapsed time, in milliseconds.
    let milliseconds: Int
    /// The measurements, by the paths of the declarations.
    let declarations: [String: Measured]

    /// The total code size in bytes; nil if unknown.
    var codeBytes: Int? {
        let sizes = declarations.values.compactMap(\.codeBytes)
        return sizes.isEmpty ? nil : sizes.reduce(0, +)
    }

    /// The modules that generated code imports, the most inclusive one first.
    private static let runtime = ["RepositoryRuntime", "RepositoryNetworking", "RepositoryValues"]

    /// Compiles files as one module, in a temporary folder.
    ///
    /// - Parameters:
    ///   - files: The files, one for each declaration.
    ///   - module: The name of the module.
    ///   - options: The folders of modules and additional sources.
    ///   - output: The output, as named in messages.
    ///   - root: The folder of the package.
    /// - Throws: `ToolError` if the compiler or the runtime's module is missing, or the files do
    ///   not compile.
    init(
        _ files: [GeneratedFile],
        module: String,
        _ options: MeasurementOptions,
        of output: String,
        root: URL
    ) throws {
        let imported = Self.runtime.first { module in
            files.contains { $0.contents.contains("import \(module)\n") }
        }
        let folders = try options.moduleFolders(with: imported, root: root)
        let scratch = FileManager.default.temporaryDirectory
            .appending(path: "repogen-stats-\(UUID().uuidString)")
        let manager = FileManager.default
        try manager.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: scratch) }
        // File names are unique across the folders of an output.
        var paths: [String: String] = [:]
        for file in files {
            let name = String(file.path.split(separator: "/").last ?? "")
            paths[name] = file.path
            try Data(file.contents.utf8).write(to: scratch.appending(path: name))
        }
        let sources = paths.keys.sorted() + options.sources.map { URL(filePath: $0).path }
        let list = sources.map { "\"\($0)\"\n" }.joined()
        try Data(list.utf8).write(to: scratch.appending(path: "files"))
        let arguments =
            [
                // A single process, so that its time is that of one processor.
                "-c", "-Onone", "-j1", "-enable-batch-mode", "-driver-batch-count", "1",
                "-swift-version", "6", "-parse-as-library", "-module-name", module,
                "-Xfrontend", "-debug-time-function-bodies",
            ] + folders.flatMap { ["-I", $0] } + ["@files"]
        let start = ContinuousClock.now
        guard let run = ExternalProgram(name: "swiftc", folder: scratch.path).run(arguments) else {
            throw ToolError.arguments(
                "`swiftc` was not found",
                hint: "install a Swift toolchain, or omit --measure"
            )
        }
        milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        guard run.status == 0 else { throw Self.failure(run, options, of: output) }
        var measured = Dictionary(
            paths.values.map { ($0, Measured()) }
        ) { first, _ in first }
        for (name, microseconds) in Self.times(in: run.output + "\n" + run.errors) {
            guard let path = paths[name] else { continue }
            measured[path]?.checkMicroseconds += microseconds
        }
        let objects = paths.keys.map { "\($0.dropLast(".swift".count)).o" }.sorted()
        let sizes = ExternalProgram(name: "size", folder: scratch.path).run(objects)
        for (name, bytes) in Self.sizes(in: sizes?.output ?? "") {
            guard let path = paths[name.dropLast(".o".count) + ".swift"] else { continue }
            measured[path]?.codeBytes = bytes
        }
        declarations = measured
    }

    /// The times in the compiler's output for `-debug-time-function-bodies`, by file name:
    /// `1.25ms⇥/path/Message.swift:12:5⇥initializer init(text:)`.
    static func times(in text: String) -> [(file: String, microseconds: Int)] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t")
            guard fields.count >= 2, fields[0].hasSuffix("ms"),
                let milliseconds = Double(fields[0].dropLast(2)), milliseconds >= 0,
                milliseconds < 1e9
            else { return nil }
            let name = fields[1].split(separator: "/").last?.prefix { $0 != ":" } ?? ""
            return (String(name), Int(milliseconds * 1_000))
        }
    }

    /// The code sizes, which are the first numbers in the output of `size`, by file name.
    static func sizes(in text: String) -> [(file: String, bytes: Int)] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count >= 4, let bytes = Int(fields[0]), let name = fields.last else {
                return nil
            }
            return (String(name), bytes)
        }
    }

    private static func failure(
        _ run: ExternalProgram.Run,
        _ options: MeasurementOptions,
        of output: String
    ) -> ToolError {
        let errors = (run.errors + "\n" + run.output).split(separator: "\n")
            .filter { $0.contains("error: ") }
        let shown = errors.prefix(10).map { "\n  \($0)" }.joined()
        let more = errors.count > 10 ? "\n  and \(errors.count - 10) more" : ""
        return ToolError(
            kind: .schemas,
            message: "the generated code of '\(output)' does not compile alone:\(shown)\(more)",
            hint: options.sources.isEmpty
                ? "name the files with your own types with --sources, and the folders of other "
                    + "modules with --modules"
                : nil
        )
    }
}
