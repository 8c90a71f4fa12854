/// The lines of a source text, as editors count them: broken only by LF, CR LF or CR.
package struct SourceLines: Sendable {
    /// The whole text in UTF-8, without a byte order mark.
    package let bytes: [UInt8]
    /// The offset of the first byte of each line; never empty.
    private let starts: [Int]

    /// Finds the lines of a file.
    package init(_ file: SourceFile) {
        self.init(bytes: file.utf8)
    }

    /// Finds the lines of a text in UTF-8 without a byte order mark.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] <= 0x0D {
                let byte = bytes[index]
                let isFollowedByLineFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if byte == 0x0A || byte == 0x0D && !isFollowedByLineFeed {
                    starts.append(index + 1)
                }
            }
        }
        self.starts = starts
    }

    /// The number of lines; a text that ends in a line break has an empty last line.
    package var count: Int {
        starts.count
    }

    /// The bytes of a line, counted from 1, without its break; empty if there is no such line.
    package func line(_ number: Int) -> ArraySlice<UInt8> {
        guard starts.indices.contains(number - 1) else {
            return []
        }
        var line = bytes[starts[number - 1]..<(number < count ? starts[number] : bytes.count)]
        // Not `removeLast()`, which copies the line.
        if line.last == 0x0A { line = line.dropLast() }
        if line.last == 0x0D { line = line.dropLast() }
        return line
    }

    /// The position of a byte; of the end, if the offset is past it.
    package func position(ofByte offset: Int) -> SourcePosition {
        let offset = min(offset, bytes.count)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = Self.scalarCount(bytes[starts[low]..<offset])
        return SourcePosition(line: low + 1, column: column + 1)
    }

    /// The offset of the byte at a position; of the end of the line, if the column is past it.
    package func offset(of position: SourcePosition) -> Int {
        let line = line(position.line)
        guard position.line <= count else {
            return bytes.count
        }
        return Self.index(ofScalar: position.column - 1, in: line)
    }

    /// The position after the last scalar of a line, counted from 1.
    package func end(ofLine number: Int) -> SourcePosition {
        SourcePosition(line: number, column: Self.scalarCount(line(number)) + 1)
    }

    /// The number of Unicode scalars that start in these bytes.
    package static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(into: 0) { count, byte in
            if byte & 0xC0 != 0x80 { count += 1 }
        }
    }

    /// The index of the first byte of the scalar with a number, from 0.
    static func index(ofScalar number: Int, in bytes: ArraySlice<UInt8>) -> Int {
        var remaining = number
        for index in bytes.indices where bytes[index] & 0xC0 != 0x80 {
            if remaining <= 0 { return index }
            remaining -= 1
        }
        return bytes.endIndex
    }

    /// The most frequent line break.
    package var usualEnd: String {
        var counts = (feed: 0, both: 0, carriage: 0)
        for (byte, next) in zip(bytes, bytes.dropFirst() + [0]) {
            switch byte {
            case 0x0A: counts.feed += 1
            case 0x0D where next == 0x0A: counts.both += 1
            case 0x0D: counts.carriage += 1
            default: break
            }
        }
        // The feed of a pair is counted with it.
        counts.feed -= counts.both
        if counts.feed >= max(counts.both, counts.carriage) { return "\n" }
        return counts.both >= counts.carriage ? "\r\n" : "\r"
    }
}
