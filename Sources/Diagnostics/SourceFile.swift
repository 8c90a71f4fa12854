/// A text to read, with the path that diagnostics show for it.
package struct SourceFile: Hashable, Sendable {
    /// The path, as given or relative to the package, with forward slashes on every system.
    package let path: String
    /// The bytes of the file on disk.
    package let bytes: [UInt8]

    /// Makes a source file from its bytes.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Makes a source file from a string, as tests do.
    package init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// The range of the first position of the file, for mistakes that belong to no line.
    package var start: SourceRange {
        let first = SourcePosition(line: 1, column: 1)
        return SourceRange(path: path, start: first, end: first)
    }
}
