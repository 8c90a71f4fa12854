package import Foundation

/// The compiler of the toolchain; it checks that generated code compiles without a warning.
package struct SwiftCompiler {
    /// A mode in which a user may compile a module.
    package enum Mode: String, CaseIterable, Sendable {
        case plain
        case upcomingFeatures
        case mainActorIsolation

        var flags: [String] {
            switch self {
            case .plain: []
            case .upcomingFeatures:
                ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
                    .flatMap { ["-enable-upcoming-feature", $0] }
            case .mainActorIsolation: ["-default-isolation", "MainActor"]
            }
        }
    }

    /// The folder of the build that contains the tests.
    private static let build: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent()
    }()

    /// The locations of the C modules that importers of `RepositorySQLite` or `ServiceMock` need.
    private static let foreignModules: [String] = {
        let checkouts = build.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let files = FileManager.default
        func names(in folder: URL) -> [String] {
            ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }
        // Modules that contain their own module map.
        let targets = names(in: checkouts).flatMap { package in
            let sources = checkouts.appending(path: "\(package)/Sources")
            return names(in: sources).map { sources.appending(path: $0) }
        }
        let libYAML = checkouts.appending(path: "../../Sources/CLibYAML").standardizedFileURL
        let folders = (targets + targets.map { $0.appending(path: "include") } + [libYAML]).filter {
            files.fileExists(atPath: $0.appending(path: "module.modulemap").path)
        }
        // The maps that the build creates for modules that contain none.
        let maps = names(in: build).filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
            .map { build.appending(path: "\($0)/module.modulemap").path }
            .filter { files.fileExists(atPath: $0) }
        return folders.flatMap { ["-I", $0.path] }
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }()

    /// Type-checks files that form one module, with warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The sources.
    ///   - mode: The mode of the module.
    ///   - flags: Further arguments of the compiler.
    ///   - modules: Sources of modules that it imports, one each, named after the module; each may
    ///     import those before it.
    /// - Returns: The output of the compiler; empty if there is none.
    /// - Throws: An error if the compiler cannot be run.
    package static func typecheck(
        _ files: [URL],
        mode: Mode,
        flags: [String] = [],
        beside modules: [URL] = []
    ) async throws -> String {
        try await BackgroundWork.run {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "repogen-modules-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            var messages = ""
            for source in modules {
                let name = source.deletingPathExtension().lastPathComponent
                let module = folder.appending(path: "\(name).swiftmodule").path
                let output = [
                    "-parse-as-library", "-I", folder.path, "-emit-module", "-emit-module-path",
                    module,
                ]
                messages += try run(output + Mode.upcomingFeatures.flags, [source], name: name)
            }
            // As a whole module; otherwise the compiler starts once for each file.
            let input = ["-typecheck", "-wmo", "-parse-as-library", "-I", folder.path]
            return try messages + run(input + mode.flags + flags, files)
        }
    }

    /// Compiles and links files that form one module into a program, with warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The sources, one of which has a type with the attribute `@main`.
    ///   - modules: The modules of this package that it uses, and their dependencies.
    ///   - program: The location of the program.
    /// - Returns: The output of the compiler; empty if there is none.
    /// - Throws: An error if the compiler cannot be run.
    package static func link(
        _ files: [URL],
        with modules: [String],
        to program: URL
    ) async throws -> String {
        try await BackgroundWork.run {
            let objects = try modules.flatMap { try Self.objects(of: $0) }
            let arguments = [
                "-wmo", "-num-threads", "2", "-parse-as-library", "-o", program.path,
            ]
            return try run(arguments, files, objects: objects)
        }
    }

    /// Returns the object files of a module; its folder may also contain objects of deleted files.
    private static func objects(of module: String) throws -> [URL] {
        struct Output: Decodable { let object: String? }
        let map = build.appending(path: "\(module).build/output-file-map.json")
        let outputs = try JSONDecoder()
            .decode([String: Output].self, from: Data(contentsOf: map))
        return outputs.values.compactMap(\.object).sorted().map { URL(filePath: $0) }
    }

    private static func run(
        _ arguments: [String],
        _ files: [URL],
        objects: [URL] = [],
        name: String = "Generated"
    ) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The list may be too long for a command line.
        let list = folder.appending(path: "files")
        let names = (files + objects).map { #""\#($0.path)""# + "\n" }.joined()
        try Data(names.utf8).write(to: list)
        let log = folder.appending(path: "log")
        let command =
            [
                "/usr/bin/env", "swiftc", "-swift-version", "6", "-warnings-as-errors",
                "-module-name", name, "-I", build.appending(path: "Modules").path,
            ] + foreignModules + arguments + ["@\(list.path)"]
        let process = try ChildProcess(
            command,
            in: folder.path,
            environment: ProcessInfo.processInfo.environment,
            errors: log.path
        )
        let status = try process.wait()
        let text = try String(contentsOf: log, encoding: .utf8)
        return status == 0 || !text.isEmpty
            ? text : "the compiler exits with \(status)"
    }
}
