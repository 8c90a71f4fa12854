import Diagnostics
import Foundation

/// Reads the template folder of a user.
struct TemplateDiscovery {
    let root: URL

    /// The files of a folder, sorted by path; empty without a folder.
    ///
    /// All files count as templates, to find misspelled names, except hidden files, leftovers of
    /// killed runs, and Markdown. A missing folder is an error.
    func files(at path: String?) throws(ToolError) -> [SourceFile] {
        guard let path else { return [] }
        let directory = URL(filePath: root.path, directoryHint: .isDirectory)
        let folder = URL(filePath: path, relativeTo: directory).standardizedFileURL
        var files: [SourceFile] = []
        for name in try names(in: folder, path).sorted() where Self.isTemplate(name) {
            let file = DiskFile(folder.appending(path: name).resolvingSymlinksInPath().path)
            let noun: String? =
                switch try file.knownKind() {
                case .file: nil
                case .folder: "a folder"
                case .missing, .link: "a broken symbolic link"
                case .other(let noun): noun
                }
            if let noun {
                throw ToolError(
                    kind: .schemas,
                    message: "'\(path)/\(name)' is in a template folder, but is \(noun)",
                    hint: "move it: all files in this folder are templates"
                )
            }
            let relative = folder.appending(path: name).path(relativeTo: root)
            files.append(SourceFile(path: relative, bytes: try file.bytes()))
        }
        return files
    }

    private func names(in folder: URL, _ path: String) throws(ToolError) -> [String] {
        let kind = DiskFile(folder.resolvingSymlinksInPath().path).kind
        guard kind == .folder else {
            throw ToolError(
                kind: .schemas,
                message: "no template folder at '\(path)'",
                hint: kind == .missing ? "`repogen templates eject --to \(path)` creates one" : nil
            )
        }
        return try DiskFile(folder.path).names(as: path)
    }

    private static func isTemplate(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.hasSuffix(DiskFile.temporarySuffix)
            && !name.lowercased().hasSuffix(".md")
    }
}
