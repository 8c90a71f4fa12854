import Diagnostics
import Foundation
import SchemaLanguage

/// What a path of the command line has to lead to, said in the words of who wrote it.
extension ProjectOptions {
    /// Makes sure that the paths lead somewhere, before anything is read.
    ///
    /// - Throws: `ToolError` of the arguments for the first that does not.
    func requirePaths() throws(ToolError) {
        if let config { try Self.requireConfiguration(at: config) }
        for path in schemas { try Self.requireSchemas(at: path) }
        if let templates, Self.kind(of: templates) != .folder {
            throw .arguments(
                "there is no folder of templates at '\(templates)'",
                hint: Self.kind(of: templates) == .missing
                    ? "`repogen templates eject --to \(templates)` makes one" : nil
            )
        }
    }

    /// Makes sure that a configuration is at a path.
    static func requireConfiguration(at path: String) throws(ToolError) {
        switch kind(of: path) {
        case .missing:
            throw .arguments("there is no configuration at '\(path)'", hint: hint(for: path))
        case .folder:
            let inside = path + (path.hasSuffix("/") ? "" : "/") + ProjectLocator.configurationName
            throw .arguments(
                "expected a configuration file, found the folder '\(path)'",
                hint: kind(of: inside) == .file ? "did you mean '\(inside)'?" : nil
            )
        case .file, .link, .other: break
        }
    }

    /// Makes sure that a folder or a file is at a path of schemas.
    static func requireSchemas(at path: String) throws(ToolError) {
        guard kind(of: path) == .missing else { return }
        guard DiskFile(ProjectLocator().url(path).path).kind != .link else {
            throw .arguments("'\(path)' is a link to what is not there")
        }
        throw .arguments(
            "there is no schema folder or file at '\(path)'",
            hint: hint(for: path)
        )
    }

    private static func kind(of path: String) -> DiskFile.Kind {
        DiskFile(ProjectLocator().url(path).path).kindBehindLinks
    }

    /// What stands beside a path that is called most like it.
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
