/// The lists of inputs and outputs that tell an Xcode build phase when to run.
///
/// Paths start with `$(SRCROOT)`, so the lists can be committed: the configuration is assumed to be
/// next to the Xcode project.
struct XcodeFileLists {
    static let inputName = "repogen-input.xcfilelist"
    static let outputName = "repogen-output.xcfilelist"

    /// The folder of the lists.
    let folder: String

    /// The lists, for paths relative to the project.
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
