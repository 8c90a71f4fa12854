import ArgumentParser
import Foundation

/// The options for compiling the generated code.
struct MeasurementOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Compile the generated code, and measure the time and the code size.",
            discussion: """
                Uses the first `swiftc` in the PATH, in one process of a debug build. The times of \
                declarations are the times for type-checking their functions. Sizes require the \
                program `size`.
                """
        )
    )
    var measure = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Folders of compiled modules, for --measure.",
            discussion: """
                They contain the runtime and other imported modules. Default: those in .build of \
                the package; run `swift build` first.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var modules: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Source files to compile with the generated code, for --measure.",
            discussion: "For example, those with your own types that the schemas use.",
            valueName: "file"
        ),
        completion: .file(extensions: ["swift"])
    )
    var sources: [String] = []

    func validate() throws {
        for path in modules { try requireText(path, of: "--modules", "a folder") }
        for path in sources { try requireText(path, of: "--sources", "a file") }
        guard !measure else { return }
        if !modules.isEmpty { throw ValidationError("--modules needs --measure") }
        if !sources.isEmpty { throw ValidationError("--sources needs --measure") }
    }

    /// The folders in which the compiler looks for modules.
    ///
    /// - Parameters:
    ///   - module: A module that must be in one of them; nil for none.
    ///   - root: The folder of the package.
    /// - Returns: The absolute paths.
    /// - Throws: `ToolError` if none contains the module.
    func moduleFolders(with module: String?, root: URL) throws(ToolError) -> [String] {
        let manager = FileManager.default
        let isGiven = !modules.isEmpty
        let build = root.appending(path: ".build")
        let candidates =
            isGiven
            ? modules.map { URL(filePath: $0) }
            : ["debug/Modules", "debug", "release/Modules", "release"]
                .map { build.appending(path: $0) }
        guard let module else { return candidates.map(\.path) }
        let found = candidates.first { folder in
            manager.fileExists(atPath: folder.appending(path: "\(module).swiftmodule").path)
        }
        guard let found else {
            let places = candidates.map { "'\($0.path)'" }.joined(separator: ", ")
            throw .arguments(
                "no module \(module) in \(isGiven ? places : "'\(build.path)'")",
                hint: isGiven
                    ? "name the folder with \(module).swiftmodule, such as .build/debug/Modules"
                    : "run `swift build` first, or set --modules to the folder of \(module).swiftmodule"
            )
        }
        // Each of the given folders may contain a different module.
        return isGiven ? candidates.map(\.path) : [found.path]
    }
}
