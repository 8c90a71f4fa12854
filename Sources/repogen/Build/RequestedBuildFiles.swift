import Foundation
import SchemaLanguage

/// The files for build systems that the options or the configuration ask for.
struct RequestedBuildFiles {
    private let root: URL
    private let display: DisplayPath
    private let inputs: [String]
    /// What else belongs to Repogen in its folders, relative to the project.
    private let ownFiles: [String]
    private let depfile: String?
    private let lists: String?

    /// Finds out what is asked for: what the options say goes before what the configuration says, which
    /// speaks of all files.
    init(_ options: OutputOptions, of inputs: ProjectInputs) {
        let locator = ProjectLocator()
        let project = inputs.project
        let root = URL(filePath: project.root.path, directoryHint: .isDirectory)
        self.root = root
        display = inputs.display
        self.inputs = inputs.paths
        ownFiles = inputs.parts.flatMap { part in
            [Manifest.name, GitAttributes.name].map { part.output.path(of: $0) }
        }
        // Those of some files would be taken for those of all.
        let configured = options.only.isEmpty ? project.configuration : nil
        depfile = Self.path(options.depfile, configured?.depfile, root, locator)
        lists = Self.path(options.fileLists, configured?.fileLists, root, locator)
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
            (inputs + outputs + ownFiles).map {
                URL(filePath: $0, relativeTo: root).standardizedFileURL.path
            }
        )
        for file in files where taken.contains(file.disk.path) {
            throw ToolError.arguments(
                "'\(file.disk.path)' is a file that this run reads or generates, and would be overwritten"
            )
        }
        try requireOwnPlaces()
        return files
    }

    /// Makes sure that nothing is overwritten which is no file of that kind.
    private func requireOwnPlaces() throws(ToolError) {
        if let lists, case .file = DiskFile(lists).kindBehindLinks {
            throw .arguments("'\(lists)' is a file, and the lists of Xcode need a folder")
        }
        guard let depfile else { return }
        switch DiskFile(depfile).kindBehindLinks {
        case .folder:
            throw .arguments(
                "'\(depfile)' is a folder, and a dependency file is to be written there",
                hint: "name a file in it, such as '\(depfile)/repogen.d'"
            )
        case .file where try !DependencyFile.isOne(DiskFile(depfile).bytes()):
            throw .arguments(
                "'\(depfile)' is no dependency file, and would be overwritten",
                hint: "remove it, or choose another place"
            )
        case .missing where Self.sourceSuffixes.contains(where: depfile.hasSuffix):
            throw .arguments(
                "'\(depfile)' would be taken for a source file",
                hint: "the names of dependency files end in .d"
            )
        case .file, .missing, .link, .other: break
        }
    }

    private static let sourceSuffixes = [".swift", ".yaml", ".yml", ".json", ".mustache"]
}
