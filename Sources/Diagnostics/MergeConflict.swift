/// A conflict that Git left in a text, between marker lines.
package struct MergeConflict: Hashable, Sendable {
    /// The line of the first marker, from 1.
    package let firstLine: Int
    /// The line of the last marker, from 1.
    package let lastLine: Int

    private static let start = Array("<<<<<<< ".utf8)
    private static let base = Array("||||||| ".utf8)
    private static let middle = Array("=======".utf8)
    private static let end = Array(">>>>>>> ".utf8)

    /// Finds the conflicts in a text.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: The conflicts in the order of their lines; none if a marker is missing.
    package static func all(in bytes: [UInt8]) -> [MergeConflict] {
        // Almost no text has a conflict, and this check costs nothing.
        guard mayHaveOne(bytes) else { return [] }
        let lines = SourceLines(bytes: bytes)
        var conflicts: [MergeConflict] = []
        var first: Int?
        var isPastMiddle = false
        for number in 1...lines.count {
            let line = lines.line(number)
            if line.starts(with: start) {
                (first, isPastMiddle) = (number, false)
            } else if line.elementsEqual(middle) {
                isPastMiddle = first != nil
            } else if line.starts(with: end), isPastMiddle, let found = first {
                conflicts.append(MergeConflict(firstLine: found, lastLine: number))
                first = nil
                isPastMiddle = false
            }
        }
        return conflicts
    }

    /// Whether a line is a conflict marker.
    ///
    /// - Parameter line: The line without its break.
    /// - Returns: Whether it starts, separates or ends a conflict.
    package static func isMark(_ line: some Sequence<UInt8>) -> Bool {
        [start, base, end].contains { line.starts(with: $0) } || line.elementsEqual(middle)
    }

    private static func mayHaveOne(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var index = bytes.startIndex
            while let found = bytes[index...].firstIndex(of: start[0]) {
                if found == 0 || bytes[found - 1] <= 0x0D, bytes[found...].starts(with: start) {
                    return true
                }
                index = found + 1
            }
            return false
        }
    }
}
