import Foundation
import TestSupport

/// The compiler of the toolchain, to see whether generated code compiles without a warning.
struct SwiftCompiler {
    /// A way in which a user's module may be set up.
    enum Mode: String, CaseIterable, Sendable {
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

    /// The modules that the build made, beside the tests.
    static let modules: URL = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(filePath: CommandLine.arguments[0])
        #else
        let tests = URL(filePath: CommandLine.arguments[0])
        #endif
        return tests.deletingLastPathComponent().appending(path: "Modules")
    }()

    /// Checks the types in files that form one module, warnings as errors.
    ///
    /// - Parameters:
    ///   - files: The sources.
    ///   - mode: How the module is set up.
    ///   - modules: Sources of modules that it imports, one each, called as the module.
    /// - Returns: What the compiler says; empty where it has nothing to say.
    /// - Throws: Where there is no compiler to be run.
    static func typecheck(
        _ files: [URL],
        mode: Mode,
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
                let output = ["-emit-module", "-emit-module-path", module]
                messages += try compile([source], as: name, output + Mode.upcomingFeatures.flags)
            }
            let input = ["-typecheck", "-I", folder.path]
            return try messages + compile(files, as: "Generated", input + mode.flags)
        }
    }

    private static func compile(
        _ files: [URL],
        as module: String,
        _ flags: [String]
    ) throws -> String {
        let log = FileManager.default.temporaryDirectory
            .appending(path: "repogen-typecheck-\(UUID().uuidString)")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let command =
            [
                "/usr/bin/env", "swiftc", "-swift-version", "6", "-warnings-as-errors",
                "-module-name", module, "-parse-as-library", "-I", modules.path,
            ] + flags + files.map(\.path)
        let process = try ChildProcess(
            command,
            in: "/",
            environment: ProcessInfo.processInfo.environment,
            errors: log.path
        )
        let status = try process.wait()
        let text = try String(contentsOf: log, encoding: .utf8)
        return status == 0 || !text.isEmpty
            ? text : "the compiler exits with \(status)"
    }
}
