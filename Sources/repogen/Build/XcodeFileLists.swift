/// The lists by which a build phase of Xcode knows when it has to run.
///
/// Paths start at `$(SRCROOT)`, so that the lists can be committed: the configuration is taken to lie
/// beside the project.
struct XcodeFileLists {
    static let inputName = "repogen-input.xcfilelist"
    static let outputName = "repogen-output.xcfilelist"

    /// The folder of the lists.
    let folder: String

    /// The lists of paths that are relative to the project.
    func files(inputs: [String], outputs: [String]) -> [BuildFile] {
        [
            BuildFile(path: folder + "/" + Self.inputName, text: Self.text(inputs)),
            BuildFile(path: folder + "/" + Self.outputName, text: Self.text(outputs)),
        ]
    }

    static func text(_ paths: [String]) -> String {
        paths.map { "$(SRCROOT)/\($0)\n" }.joined()
    }
}
