import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter

/// A broken, malicious or beginner's schema, and its expected result.
///
/// It is located in a folder of `Tests/Goldens/Hostile`, next to a text file of the same name that
/// contains either its diagnostics or the files generated from it.
struct HostileCase: Sendable {
    /// The folder of all cases.
    static let folder = GoldenCase.goldens.appending(path: "Hostile")

    /// The group and the name: `Names/parent-folder`.
    let name: String
    /// The schema.
    let file: SourceFile

    /// Returns the paths of schemas and results below ``folder``.
    static func files(_ isIncluded: (String) -> Bool) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter(isIncluded).sorted()
    }

    /// The cases that are files, sorted by name.
    static func all() throws -> [HostileCase] {
        try files { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.map { path in
            let bytes = try Data(contentsOf: folder.appending(path: path))
            return HostileCase(
                name: String(path.dropLast(5)),
                file: SourceFile(
                    path: String(path.split(separator: "/").last ?? "schema.yaml"),
                    bytes: Array(bytes)
                )
            )
        }
    }

    /// The text file with the expected result.
    var golden: URL {
        Self.folder.appending(path: name + ".txt")
    }

    /// Compiles the schema and generates its code.
    func outcome(_ emitter: SwiftEmitter) -> HostileOutcome {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        let text = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        return HostileOutcome(
            name: name,
            diagnostics: text,
            files: schema.map { emitter.emit($0) } ?? []
        )
    }
}

/// The result of compiling a hostile schema.
struct HostileOutcome: Sendable {
    /// The name of the case.
    let name: String
    /// Its diagnostics, printed.
    let diagnostics: String
    /// The generated files; empty if the schema was rejected.
    let files: [GeneratedFile]

    /// Whether Swift code was generated.
    var isAccepted: Bool { !files.isEmpty }

    /// The text of its golden.
    var text: String {
        diagnostics + files.map { "gives \($0.path)\n" }.joined()
    }

    /// The names of its files without their folders; within a module they must be unique.
    var fileNames: Set<String> {
        Set(files.map { ($0.path.split(separator: "/").last ?? "").lowercased() })
    }
}
