import Foundation
import SchemaLanguage

/// The files for build systems that the options or the configuration ask for.
struct RequestedBuildFiles {
    private let root: URL
    private let display: DisplayPath
    private let inputs: [String]
    private let depfile: String?
    private let lists: String?

    /// Finds out what is asked for: what the options say goes before what the configuration says.
    init(_ options: OutputOptions, of inputs: ProjectInputs) {
        let locator = ProjectLocator()
        let project = inputs.project
        let root = URL(filePath: project.root.path, directoryHint: .isDirectory)
        self.root = root
        display = inputs.display
        self.inputs = inputs.paths
        depfile = Self.path(options.depfile, project.configuration.depfile, root, locator)
        let lists = Self.path(options.fileLists, project.configuration.fileLists, root, locator)
        // Those of some files would be taken for those of all.
        self.lists = options.only.isEmpty ? lists : nil
    }

    private static func path(
        _ option: String?,
        _ configured: String?,
        _ root: URL,
        _ locator: ProjectLocator
    ) -> String? {
        let url = option.map(locator.url) ?? configured.map { URL(filePath: $0, relativeTo: root) }
        return url?.standardizedFileURL.path
    }

    /// The files.
    ///
    /// - Parameter outputs: the paths of what is generated, relative to the project.
    /// - Returns: none where none is asked for.
    /// - Throws: where one would overwrite what is read or generated, or cannot name a path.
    func files(outputs: [String]) throws(ToolError) -> [BuildFile] {
        var files: [BuildFile] = []
        if let depfile {
            let text = try DependencyFile.text(
                outputs: outputs.map(display.path),
                inputs: inputs.map(display.path)
            )
            files.append(BuildFile(path: depfile, text: text))
        }
        if let lists {
            files += XcodeFileLists(folder: lists).files(inputs: inputs, outputs: outputs)
        }
        guard !files.isEmpty else { return [] }
        let taken = Set(
            (inputs + outputs).map {
                URL(filePath: $0, relativeTo: root).standardizedFileURL.path
            }
        )
        for file in files where taken.contains(file.disk.path) {
            throw ToolError.arguments(
                "'\(file.disk.path)' is a file that this run reads or generates, and would be overwritten"
            )
        }
        return files
    }
}
