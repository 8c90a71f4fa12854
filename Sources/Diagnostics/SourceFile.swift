/// A text to read, with the path under which diagnostics speak of it.
package struct SourceFile: Hashable, Sendable {
    /// The path, as given or relative to the package; forward slashes on every system.
    package let path: String
    /// The bytes of the file, as they are on disk.
    package let bytes: [UInt8]

    /// Makes a source file from its bytes.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Makes a source file from a text, as tests do.
    package init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// The range of the whole file's first position, for mistakes that belong to no line.
    package var start: SourceRange {
        let first = SourcePosition(line: 1, column: 1)
        return SourceRange(path: path, start: first, end: first)
    }
}
