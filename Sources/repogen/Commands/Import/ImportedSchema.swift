import Diagnostics
import Foundation
import SchemaImport

/// A schema on disk, with the state of its last import beside it.
struct ImportedSchema {
    /// The absolute path of the schema.
    let path: String
    /// The path of the schema as the reader knows it.
    let name: String

    init(path: String, display: DisplayPath) {
        self.path = path
        name = display.path(path)
    }

    private var statePath: String { path + ImportState.suffix }

    /// Whether it is a file, or will be one: beside a device or a pipe, there is no state to keep.
    private var isFile: Bool { [.file, .missing].contains(DiskFile(path).kindBehindLinks) }

    private var folder: URL { URL(filePath: path).deletingLastPathComponent() }

    /// What the last import left; nil where there was none, or where the schema is gone.
    ///
    /// - Throws: ``ToolError`` where there is a file that cannot be used.
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
                    + (isConflict ? "has conflicts of a merge" : "is not what an import wrote"),
                hint: isConflict
                    ? "take one of both sides as a whole, such as with `git checkout --ours`, and "
                        + "import again"
                    : "restore it, such as with `git checkout`; --force imports anew, without your "
                        + "changes to the schema"
            )
        }
    }

    /// Whether the schema is gone, and the state of its last import is still there.
    var isRemoved: Bool {
        get throws(ToolError) {
            guard try DiskFile(path).knownKind() == .missing else { return false }
            return try DiskFile(statePath).knownKind() != .missing
        }
    }

    /// The schema as it is written.
    ///
    /// - Throws: ``ToolError`` where it cannot be read; ``YAMLSyntaxError`` where it is no YAML.
    func written() throws -> WrittenSchema {
        let file = SourceFile(path: name, bytes: try DiskFile(path).bytes())
        guard let schema = try WrittenSchema(file) else {
            throw ToolError(
                kind: .schemas,
                message:
                    "'\(name)' has no line for each key, so that nothing can be merged into it",
                hint: "write `repogen: 1` and the sections on lines of their own"
            )
        }
        return schema
    }

    /// The path of a document as the state has it, from the folder of the schema; `-` for a pipe.
    func relativePath(ofDocument document: String) -> String {
        DiskDocuments.isPipe(document)
            ? DiskDocuments.standardInput
            : ProjectLocator().url(document).path(relativeTo: folder)
    }

    /// A document of the state, as the reader knows it.
    func document(_ path: String, display: DisplayPath) -> String {
        if path == DiskDocuments.standardInput { return path }
        return display.path(URL(filePath: path, relativeTo: folder).standardizedFileURL.path)
    }

    /// Writes the schema, unless it stays as it is, and then the state: an import that ended between the two
    /// is repeated.
    func write(_ text: String?, _ state: ImportState) throws(ToolError) {
        if let text { try DiskFile(path).update(to: Array(text.utf8)) }
        guard isFile else { return }
        try DiskFile(statePath).update(to: Array(state.text.utf8))
    }
}
