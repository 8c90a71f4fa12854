import ArgumentParser
import Foundation

/// The options that say how what is generated is compiled.
struct MeasurementOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Compile what is generated, and take its time and the size of its code.",
            discussion: """
                With the `swiftc` that is found first, in a debug build, by one process. The times of \
                declarations are those in which the types in their functions are checked. The sizes need \
                the program `size`.
                """
        )
    )
    var measure = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The folders of compiled modules, for --measure.",
            discussion: """
                Of the runtime, and of what else is imported. Without it, those in the .build of the \
                package: run `swift build` first.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var modules: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files that are compiled with what is generated, for --measure.",
            discussion: "Those with the types of your own that the schemas name.",
            valueName: "file"
        ),
        completion: .file(extensions: ["swift"])
    )
    var sources: [String] = []

    func validate() throws {
        for path in modules { try requireText(path, of: "--modules", "a folder") }
        for path in sources { try requireText(path, of: "--sources", "a file") }
        guard !measure else { return }
        if !modules.isEmpty { throw ValidationError("--modules is of use with --measure alone") }
        if !sources.isEmpty { throw ValidationError("--sources is of use with --measure alone") }
    }

    /// The folders in which the compiler looks for modules.
    ///
    /// - Parameters:
    ///   - module: One that must be in one of them; nil for none.
    ///   - root: The folder of the package.
    /// - Returns: The absolute paths.
    /// - Throws: `ToolError` where none has the module.
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
                "there is no module \(module) in \(isGiven ? places : "'\(build.path)'")",
                hint: isGiven
                    ? "name the folder with \(module).swiftmodule, such as .build/debug/Modules"
                    : "run `swift build` first, or name the folder with \(module).swiftmodule by --modules"
            )
        }
        // Those that are given may each have one of the others.
        return isGiven ? candidates.map(\.path) : [found.path]
    }
}
