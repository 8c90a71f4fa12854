import Diagnostics
import Foundation

/// Converts project paths to paths from the working directory, as editors need them.
struct DisplayPath {
    let root: URL
    let workingDirectory: URL
    /// Xcode opens only absolute paths.
    var isAbsolute = ProcessInfo.processInfo.environment["XCODE_VERSION_ACTUAL"] != nil

    /// Whether paths stay as the user wrote them.
    var keepsPaths = false

    /// The prefix of paths that are read from a revision: `HEAD:Sub/`; nil for paths on disk.
    var revision: String?

    /// The path of a file of the project.
    func path(_ path: String) -> String {
        if let revision { return revision + path }
        if keepsPaths, !isAbsolute { return path }
        let directory = URL(filePath: root.path, directoryHint: .isDirectory)
        let file = URL(filePath: path, relativeTo: directory).standardizedFileURL
        let relative = file.path(relativeTo: workingDirectory)
        if isAbsolute || relative.hasPrefix("..") { return file.path }
        return relative.isEmpty ? "." : relative
    }

    /// The command `git`, for a hint, so that paths of the project can follow.
    var git: String {
        let folder = root.standardizedFileURL.path
        guard folder != workingDirectory.standardizedFileURL.path else { return "git" }
        return "git -C \(Self.word(folder))"
    }

    /// A text as one word of a shell command.
    static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "/._-+:@".utf8.contains($0)
        }
        return isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
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
