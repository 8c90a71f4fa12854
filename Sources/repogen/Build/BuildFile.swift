/// What a build system reads, to be written beside what is generated.
struct BuildFile {
    /// Where it goes.
    let disk: DiskFile
    /// What is to be in it.
    let text: String

    init(path: String, text: String) {
        disk = DiskFile(path)
        self.text = text
    }
}
