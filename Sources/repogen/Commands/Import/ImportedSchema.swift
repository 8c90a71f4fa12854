import Diagnostics
import Foundation
import SchemaImport

/// A schema on disk, with the state of its last import next to it.
struct ImportedSchema {
    /// The absolute path of the schema.
    let path: String
    /// The path of the schema, as shown to the reader.
    let name: String

    init(path: String, display: DisplayPath) {
        self.path = path
        name = display.path(path)
    }

    private var statePath: String { path + ImportState.suffix }

    /// Whether the schema is or will be a file: a device or a pipe has no state.
    private var isFile: Bool { [.file, .missing].contains(DiskFile(path).kindBehindLinks) }

    private var folder: URL { URL(filePath: path).deletingLastPathComponent() }

    /// The state of the last import; nil if there was none, or if the schema does not exist.
    ///
    /// - Throws: ``ToolError`` if the file is invalid.
    func state() throws(ToolError) -> ImportState? {
        guard isFile, try DiskFile(path).knownKind() != .missing,
            try DiskFile(statePath).knownKind() != .missing
        else { return nil }
        let file = SourceFile(
            path: name + ImportState.suffix,
            bytes: try DiskFile(statePath).bytes()
        )
        do throws(ImportState.Problem) {
            return try ImportState(file)
        } catch {
            let isConflict = !MergeConflict.all(in: file.bytes).isEmpty
            throw ToolError(
                kind: .schemas,
                message: "'\(file.path)' "
                    + (isConflict ? "has merge conflicts" : "is not a state that an import wrote"),
                hint: isConflict
                    ? "take one side as a whole, for example with `git checkout --ours`, and "
                        + "import again"
                    : "restore it, for example with `git checkout`; --force imports again, "
                        + "without your changes to the schema"
            )
        }
    }

    /// Whether the schema does not exist, but the state of its last import does.
    var isRemoved: Bool {
        get throws(ToolError) {
            guard try DiskFile(path).knownKind() == .missing else { return false }
            return try DiskFile(statePath).knownKind() != .missing
        }
    }

    /// The text of the schema.
    ///
    /// - Throws: ``ToolError`` if it cannot be read; ``YAMLSyntaxError`` if it is not YAML.
    func written() throws -> WrittenSchema {
        let file = SourceFile(path: name, bytes: try DiskFile(path).bytes())
        guard let schema = try WrittenSchema(file) else {
            throw ToolError(
                kind: .schemas,
                message:
                    "nothing can be merged into '\(name)': its keys share lines",
                hint: "write `repogen: 1` and each section on its own line"
            )
        }
        return schema
    }

    /// The path of a document in the state, from the folder of the schema; `-` for a pipe.
    func relativePath(ofDocument document: String) -> String {
        DiskDocuments.isPipe(document)
            ? DiskDocuments.standardInput
            : ProjectLocator().url(document).path(relativeTo: folder)
    }

    /// The path of a document of the state, as shown to the reader.
    func document(_ path: String, display: DisplayPath) -> String {
        if path == DiskDocuments.standardInput { return path }
        return display.path(URL(filePath: path, relativeTo: folder).standardizedFileURL.path)
    }

    /// Writes the schema unless it is unchanged, and then the state: an import that was interrupted
    /// in between is repeated.
    func write(_ text: String?, _ state: ImportState) throws(ToolError) {
        if let text { try DiskFile(path).update(to: Array(text.utf8)) }
        guard isFile else { return }
        try DiskFile(statePath).update(to: Array(state.text.utf8))
    }
}
