import Diagnostics
import Foundation

/// Turns the paths of a project into those that lead to the files from where the tool was called, as
/// editors need them.
struct DisplayPath {
    let root: URL
    let workingDirectory: URL
    /// Xcode opens a file only by its whole path.
    var isAbsolute = ProcessInfo.processInfo.environment["XCODE_VERSION_ACTUAL"] != nil

    /// Whether paths stay as the user gave them, who knows them so.
    var keepsPaths = false

    /// What comes before each path of a project that is read from a revision: `HEAD:Sub/`; nil of one on
    /// disk.
    var revision: String?

    /// The path of a file of the project.
    func path(_ path: String) -> String {
        if let revision { return revision + path }
        if keepsPaths, !isAbsolute { return path }
        let directory = URL(filePath: root.path, directoryHint: .isDirectory)
        let file = URL(filePath: path, relativeTo: directory).standardizedFileURL
        let relative = file.path(relativeTo: workingDirectory)
        return isAbsolute || relative.hasPrefix("..") ? file.path : relative
    }

    func source(_ source: SourceFile) -> SourceFile {
        SourceFile(path: path(source.path), bytes: source.bytes)
    }

    func diagnostic(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.range.path = path(diagnostic.range.path)
        for index in diagnostic.notes.indices {
            diagnostic.notes[index].range.path = path(diagnostic.notes[index].range.path)
        }
        return diagnostic
    }
}
