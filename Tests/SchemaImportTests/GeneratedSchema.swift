import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// The Swift of a schema, and whether it compiles.
enum GeneratedSchema {
    /// What the compiler says of the Swift of a schema; empty where it has nothing to say.
    static func messages(of text: String) async throws -> String {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, _) = compiler.compile([SourceFile(path: "schema.yaml", text: text)])
        let emitter = try SwiftEmitter(configuration: SwiftEmitter.Configuration())
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [URL] = []
        for file in emitter.emit(try #require(schema)) {
            let url = folder.appending(path: file.path)
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(file.contents.utf8).write(to: url)
            files.append(url)
        }
        return try await SwiftCompiler.typecheck(files, mode: .plain)
    }
}
