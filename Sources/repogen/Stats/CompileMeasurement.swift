import Foundation
import SwiftEmitter

/// Compiles what belongs into an output, and takes the time and the size of the code.
struct CompileMeasurement {
    /// What was measured of one declaration.
    struct Measured: Hashable {
        /// How long the types of its function bodies took to check, in microseconds.
        var checkMicroseconds = 0
        /// The bytes of machine code and constants; nil where nobody can tell.
        var codeBytes: Int?
    }

    /// How long the whole took, from start to end, in milliseconds.
    let milliseconds: Int
    /// What was measured, by the paths of the declarations.
    let declarations: [String: Measured]

    /// The bytes of code of all declarations; nil where nobody can tell.
    var codeBytes: Int? {
        let sizes = declarations.values.compactMap(\.codeBytes)
        return sizes.isEmpty ? nil : sizes.reduce(0, +)
    }

    /// The modules that generated code imports, the one with most in it first.
    private static let runtime = ["RepositoryRuntime", "RepositoryNetworking", "RepositoryValues"]

    /// Compiles files as one module, in a folder of their own.
    ///
    /// - Parameters:
    ///   - files: The files, one for each declaration.
    ///   - module: The name of the module.
    ///   - options: Where modules and further sources are.
    ///   - output: The output, as a message names it.
    ///   - root: The folder of the package.
    /// - Throws: `ToolError` where there is no compiler, no module of the runtime, or the files do not compile.
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
        // Names of files differ across the folders of an output.
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
                // One process, so that its time is that of a processor.
                "-c", "-Onone", "-j1", "-enable-batch-mode", "-driver-batch-count", "1",
                "-swift-version", "6", "-parse-as-library", "-module-name", module,
                "-Xfrontend", "-debug-time-function-bodies",
            ] + folders.flatMap { ["-I", $0] } + ["@files"]
        let start = ContinuousClock.now
        guard let run = ExternalProgram(name: "swiftc", folder: scratch.path).run(arguments) else {
            throw ToolError.arguments(
                "there is no `swiftc` to measure with",
                hint: "install a Swift toolchain, or leave out --measure"
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

    /// The times in what the compiler says with `-debug-time-function-bodies`, by the names of files:
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

    /// The first numbers in what `size` prints, which are those of code, by the names of files.
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
            message: "what is generated of '\(output)' does not compile by itself:\(shown)\(more)",
            hint: options.sources.isEmpty
                ? "name the files with types of your own by --sources, and the folders of further "
                    + "modules by --modules"
                : nil
        )
    }
}
