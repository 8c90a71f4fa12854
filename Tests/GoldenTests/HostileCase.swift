import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter

/// A schema that is broken, malicious or a beginner's, and what must become of it.
///
/// It lies in a folder of `Tests/Goldens/Hostile`, beside a text of the same name that says either
/// what is wrong with it or which files it gives.
struct HostileCase: Sendable {
    /// Where all cases are.
    static let folder = GoldenCase.goldens.appending(path: "Hostile")

    /// The group and the name: `Names/parent-folder`.
    let name: String
    /// The schema.
    let file: SourceFile

    /// Where the schema and what becomes of it are, by their path below ``folder``.
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

    /// The text that says what must become of the schema.
    var golden: URL {
        Self.folder.appending(path: name + ".txt")
    }

    /// What becomes of the schema.
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

/// What became of a hostile schema.
struct HostileOutcome: Sendable {
    /// The name of the case.
    let name: String
    /// What was said of it, printed.
    let diagnostics: String
    /// What was generated; nothing where it was refused.
    let files: [GeneratedFile]

    /// Whether Swift came of it.
    var isAccepted: Bool { !files.isEmpty }

    /// What its golden says.
    var text: String {
        diagnostics + files.map { "gives \($0.path)\n" }.joined()
    }

    /// The names of its files without their folders; a module has each once.
    var fileNames: Set<String> {
        Set(files.map { ($0.path.split(separator: "/").last ?? "").lowercased() })
    }
}
