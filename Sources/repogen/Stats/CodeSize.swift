import SwiftEmitter

/// The size of generated code, and its estimated compile time.
struct CodeSize: Hashable {
    var files = 0
    var lines = 0
    var bytes = 0
    /// The estimated processor time of a debug build, in microseconds.
    var microseconds = 0

    /// The time in milliseconds, rounded.
    var milliseconds: Int { (microseconds + 500) / 1_000 }

    static func + (lhs: Self, rhs: Self) -> Self {
        CodeSize(
            files: lhs.files + rhs.files,
            lines: lhs.lines + rhs.lines,
            bytes: lhs.bytes + rhs.bytes,
            microseconds: lhs.microseconds + rhs.microseconds
        )
    }

    static func - (lhs: Self, rhs: Self) -> Self {
        CodeSize(
            files: lhs.files - rhs.files,
            lines: lhs.lines - rhs.lines,
            bytes: lhs.bytes - rhs.bytes,
            microseconds: lhs.microseconds - rhs.microseconds
        )
    }
}

extension CodeSize {
    /// The size of a file, without an estimate.
    init(_ file: GeneratedFile) {
        let bytes = file.contents.utf8
        self.init(files: 1, lines: bytes.count { $0 == UInt8(ascii: "\n") }, bytes: bytes.count)
    }
}
