import Foundation
import SchemaLanguage
import SwiftEmitter

/// Test files that compare a live service with schemas, one for each output.
struct ContractFiles {
    private let folder: String
    private let url: URL
    private let overwrites: Bool

    /// Creates the files for a folder, which may not exist yet.
    ///
    /// - Parameters:
    ///   - folder: The folder, as named by the user.
    ///   - overwrites: Whether to replace files that were edited, or that Repogen did not write.
    init(_ folder: String, overwrites: Bool) {
        self.folder = folder
        url = ProjectLocator().url(folder)
        self.overwrites = overwrites
    }

    /// Writes the files that differ.
    func write(
        _ results: [Generation.Result],
        of inputs: ProjectInputs,
        _ report: inout Report
    ) throws {
        var written: Set<String> = []
        for result in results {
            let paths = result.output.schemas.map { path in
                inputs.project.root.appending(path: path).standardizedFileURL.path(relativeTo: url)
            }
            let name = Self.name(of: result.output)
            guard let tests = ContractTests(of: result.schema, named: name, schemas: paths) else {
                report.say(
                    "\(folder): nothing to test in \(result.output.schemas.joined(separator: ", "))"
                )
                continue
            }
            guard written.insert(tests.suite).inserted else {
                throw ToolError.arguments(
                    "two outputs would both write \(tests.suite).swift",
                    hint: "give one of them a 'module' in the configuration"
                )
            }
            let file = DiskFile(url.appending(path: "\(tests.suite).swift").path)
            try file.makeFolder(url.path)
            let text = SealedText(tests.contents)
            if file.kind != .missing, !overwrites {
                try require(text, canReplace: file.bytes(), of: "\(folder)/\(tests.suite).swift")
            }
            try file.update(to: text.bytes)
            report.say("\(folder)/\(tests.suite).swift")
        }
    }

    private func require(
        _ text: SealedText,
        canReplace bytes: [UInt8],
        of path: String
    ) throws(ToolError) {
        guard bytes.starts(with: GeneratedFile.headerStart.utf8) else {
            throw .arguments(
                "\(path) was not written by Repogen",
                hint: "move it, or overwrite it with --force"
            )
        }
        guard text.canReplace(bytes) else {
            throw .arguments(
                "\(path) was edited after Repogen wrote it",
                hint: "move the edits to another file, or overwrite them with --force"
            )
        }
    }

    /// The module of an output, or the last distinct folder name of its path.
    private static func name(of output: ProjectConfiguration.Output) -> String {
        if let module = output.module { return module }
        let folders = output.output.split(separator: "/").map(String.init)
        let usual: Set = ["Generated", "Sources", "..", "."]
        let name = folders.last { !usual.contains($0) } ?? "Service"
        return name.hasSuffix("Tests") ? String(name.dropLast(5)) : name
    }
}
