/// The lists by which a build phase of Xcode knows when it has to run.
///
/// Paths start at `$(SRCROOT)`, so that the lists can be committed: the configuration is taken to lie
/// beside the project.
struct XcodeFileLists {
    static let inputName = "repogen-input.xcfilelist"
    static let outputName = "repogen-output.xcfilelist"

    /// The folder of the lists.
    let folder: String

    /// Writes the lists of paths that are relative to the project; one that is right is left alone.
    func write(inputs: [String], outputs: [String]) throws(ToolError) {
        try DiskFile(folder + "/" + Self.inputName).update(to: Array(Self.text(inputs).utf8))
        try DiskFile(folder + "/" + Self.outputName).update(to: Array(Self.text(outputs).utf8))
    }

    static func text(_ paths: [String]) -> String {
        paths.map { "$(SRCROOT)/\($0)\n" }.joined()
    }
}
