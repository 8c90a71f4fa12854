import Diagnostics
import Foundation

/// Reads the folder of a user's templates.
struct TemplateDiscovery {
    let root: URL

    /// The files of a folder, sorted by path; none where no folder is named.
    ///
    /// All of them are taken for templates, so that a name with a typing mistake is found, but for
    /// hidden ones, those of a killed run, and Markdown. A folder that does not exist is an error.
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
                case .missing, .link: "a link to what is not there"
                case .other(let noun): noun
                }
            if let noun {
                throw ToolError(
                    kind: .schemas,
                    message: "'\(path)/\(name)' is in a folder of templates, and is \(noun)",
                    hint: "move it away: all files there are templates"
                )
            }
            let relative = folder.appending(path: name).path(relativeTo: root)
            files.append(SourceFile(path: relative, bytes: try file.bytes()))
        }
        return files
    }

    private func names(in folder: URL, _ path: String) throws(ToolError) -> [String] {
        guard DiskFile(folder.resolvingSymlinksInPath().path).kind == .folder else {
            throw ToolError(
                kind: .schemas,
                message: "there is no folder of templates at '\(path)'",
                hint: "`repogen templates eject --to \(path)` makes one"
            )
        }
        return try DiskFile(folder.path).names(as: path)
    }

    private static func isTemplate(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.hasSuffix(DiskFile.temporarySuffix)
            && !name.lowercased().hasSuffix(".md")
    }
}
