import Diagnostics
import Foundation
import SchemaLanguage

/// Checks of the paths on the command line, with messages that use the paths as typed.
extension ProjectOptions {
    /// Checks that the paths exist, before anything is read.
    ///
    /// - Throws: `ToolError` of the arguments for the first path that does not exist.
    func requirePaths() throws(ToolError) {
        if let config { try Self.requireConfiguration(at: config) }
        for path in schemas { try Self.requireSchemas(at: path) }
        if let templates, Self.kind(of: templates) != .folder {
            throw .arguments(
                "no template folder at '\(templates)'",
                hint: Self.kind(of: templates) == .missing
                    ? "`repogen templates eject --to \(templates)` creates one" : nil
            )
        }
    }

    /// Checks that a path leads to a configuration.
    static func requireConfiguration(at path: String) throws(ToolError) {
        switch kind(of: path) {
        case .missing:
            throw .arguments("no configuration at '\(path)'", hint: hint(for: path))
        case .folder:
            let inside = path + (path.hasSuffix("/") ? "" : "/") + ProjectLocator.configurationName
            throw .arguments(
                "expected a configuration file, found the folder '\(path)'",
                hint: kind(of: inside) == .file ? "did you mean '\(inside)'?" : nil
            )
        case .file, .link, .other: break
        }
    }

    /// Checks that a path of schemas leads to a folder or a file.
    static func requireSchemas(at path: String) throws(ToolError) {
        guard kind(of: path) == .missing else { return }
        guard DiskFile(ProjectLocator().url(path).path).kind != .link else {
            throw .arguments("'\(path)' is a broken symbolic link")
        }
        throw .arguments(
            "no schema folder or file at '\(path)'",
            hint: hint(for: path)
        )
    }

    private static func kind(of path: String) -> DiskFile.Kind {
        DiskFile(ProjectLocator().url(path).path).kindBehindLinks
    }

    /// The sibling of a path with the most similar name.
    private static func hint(for path: String) -> String? {
        let url = ProjectLocator().url(path)
        let folder = url.deletingLastPathComponent()
        let names = ((try? DiskFile(folder.path).names()) ?? []).filter { !$0.hasPrefix(".") }
        guard let name = NearestSpelling.nearest(to: url.lastPathComponent, in: names.sorted())
        else { return nil }
        let above = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return "did you mean '\((above + [name[...]]).joined(separator: "/"))'?"
    }
}
