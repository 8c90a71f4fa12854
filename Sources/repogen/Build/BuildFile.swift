/// A file for a build system, written in addition to the generated files.
struct BuildFile {
    /// The destination.
    let disk: DiskFile
    /// The contents.
    let text: String

    init(path: String, text: String) {
        disk = DiskFile(path)
        self.text = text
    }
}
