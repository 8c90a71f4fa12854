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
    /// - Returns: What the compiler says; empty where it has nothing to say.
    /// - Throws: Where there is no compiler to be run.
    static func typecheck(_ files: [URL], mode: Mode) async throws -> String {
        try await BackgroundWork.run { try compile(files, mode: mode) }
    }

    private static func compile(_ files: [URL], mode: Mode) throws -> String {
        let log = FileManager.default.temporaryDirectory
            .appending(path: "repogen-typecheck-\(UUID().uuidString)")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let command =
            [
                "/usr/bin/env", "swiftc", "-typecheck", "-swift-version", "6",
                "-warnings-as-errors", "-module-name", "Generated", "-parse-as-library",
                "-I", modules.path,
            ] + mode.flags + files.map(\.path)
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
