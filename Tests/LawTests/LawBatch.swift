import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport

/// Random schemas, generated into one module on disk; `deinit` deletes the folder.
final class LawBatch: Sendable {
    /// A random schema that does not compile.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the schemas and the sources.
    let folder: URL
    /// The generated files.
    let generated: [URL]
    /// The files of the program that checks them.
    let drivers: [URL]
    private let isKept: Bool

    /// Generates code from random schemas.
    ///
    /// - Parameters:
    ///   - seeds: The seeds of the schemas.
    ///   - settings: The number of values to try, and whether the folder is kept.
    ///   - configuration: The access level and the grouping of the generated code.
    ///   - templates: The templates of a user.
    /// - Throws: ``Failure`` if a schema has an error.
    init(
        _ seeds: [UInt64],
        settings: LawSettings,
        _ configuration: SwiftEmitter.Configuration = SwiftEmitter.Configuration(),
        templates: [SourceFile] = []
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-laws-\(UUID().uuidString)")
        isKept = settings.keepsFolder
        let emitters = try [false, true].map { isServer in
            var configuration = configuration
            configuration.isServer = configuration.isServer || isServer
            return try SwiftEmitter(configuration: configuration, userTemplates: templates)
        }
        var generated: [URL] = []
        var drivers: [URL] = []
        for seed in seeds {
            let schema = RandomSchema(seed: seed)
            let checked = try Self.compile(schema)
            let home = folder.appending(path: "\(seed)")
            for file in schema.files {
                _ = try Self.write(String(decoding: file.bytes, as: UTF8.self), to: home, file.path)
            }
            for file in emitters[DriverWriter.isServer(seed) ? 1 : 0].emit(checked) {
                // Files in one module need distinct names.
                let path = "\(seed)-" + file.path.replacing("/", with: "-")
                generated.append(try Self.write(file.contents, to: home, path))
            }
            let driver = DriverWriter(checked, seed: seed).text()
            drivers.append(try Self.write(driver, to: home, "Driver\(seed).swift"))
        }
        let program = DriverWriter.program(seeds, count: settings.valueCount)
        drivers.append(try Self.write(program, to: folder, "Program.swift"))
        self.generated = generated
        self.drivers = drivers
    }

    deinit {
        if !isKept { try? FileManager.default.removeItem(at: folder) }
    }

    /// Returns the checked form of a schema; warnings are allowed.
    static func compile(_ schema: RandomSchema) throws -> CheckedSchema {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (checked, diagnostics) = compiler.compile(schema.files)
        guard let checked, !diagnostics.contains(where: { $0.severity == .error }) else {
            let text = DiagnosticPrinter(files: schema.files).text(for: diagnostics)
            throw Failure(description: "seed \(schema.seed) is no legal schema: \(text)")
        }
        return checked
    }

    /// Runs the program.
    ///
    /// - Returns: The exit status, and the output with the broken laws.
    func run(_ program: URL) async throws -> (status: Int32, output: String) {
        let log = folder.appending(path: "output")
        let folder = folder.path
        return try await BackgroundWork.run {
            let environment = ProcessInfo.processInfo.environment
            let process = try ChildProcess(
                [program.path],
                in: folder,
                environment: environment,
                output: log.path,
                errors: log.path + ".errors"
            )
            let status = try process.wait()
            let output = try String(contentsOf: log, encoding: .utf8)
            let errors = try String(
                contentsOf: URL(filePath: log.path + ".errors"),
                encoding: .utf8
            )
            return (status, output + errors)
        }
    }

    private static func write(_ text: String, to folder: URL, _ path: String) throws -> URL {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }
}
