package import Foundation

/// The compiler of the toolchain, to see whether generated code compiles without a warning.
package struct SwiftCompiler {
    /// A way in which a user's module may be set up.
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

    /// The folder of the build that the tests stand in.
    private static let build: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent()
    }()

    /// Where the modules of C are that whoever imports `RepositorySQLite` or `ServiceMock` needs.
    private static let foreignModules: [String] = {
        let checkouts = build.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let files = FileManager.default
        func names(in folder: URL) -> [String] {
            ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }
        // Those that have a map of their own.
        let targets = names(in: checkouts).flatMap { package in
            let sources = checkouts.appending(path: "\(package)/Sources")
            return names(in: sources).map { sources.appending(path: $0) }
        }
        let libYAML = checkouts.appending(path: "../../Sources/CLibYAML").standardizedFileURL
        let folders = (targets + targets.map { $0.appending(path: "include") } + [libYAML]).filter {
            files.fileExists(atPath: $0.appending(path: "module.modulemap").path)
        }
        // The maps that the build makes for modules without one of their own.
        let maps = names(in: build).filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
            .map { build.appending(path: "\($0)/module.modulemap").path }
            .filter { files.fileExists(atPath: $0) }
        return folders.flatMap { ["-I", $0.path] }
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }()

    /// Checks the types in files that form one module, warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The sources.
    ///   - mode: How the module is set up.
    ///   - flags: Further arguments of the compiler.
    ///   - modules: Sources of modules that it imports, one each, called as the module; they may import
    ///     those before them.
    /// - Returns: What the compiler says; empty where it has nothing to say.
    /// - Throws: Where there is no compiler to be run.
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
            // As one piece: else the compiler is started anew for each file.
            let input = ["-typecheck", "-wmo", "-parse-as-library", "-I", folder.path]
            return try messages + run(input + mode.flags + flags, files)
        }
    }

    /// Makes a program of files that form one module, warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The sources, one of which has a type with the attribute `@main`.
    ///   - modules: The modules of this package that it uses, and those that these use.
    ///   - program: Where the program goes.
    /// - Returns: What the compiler says; empty where it has nothing to say.
    /// - Throws: Where there is no compiler to be run.
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

    /// What the package manager compiled of a module; its folder may also have objects of files that
    /// are no longer there.
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
        // So many files may stand here that a command line has no room for them.
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
