/// One UTF-8 sequence, according to the Unicode Standard's table of well-formed sequences.
enum UTF8Sequence {
    /// Returns the number of bytes of the sequence at a position; 0 if it is invalid.
    ///
    /// Overlong forms, surrogates and scalars above U+10FFFF are invalid.
    ///
    /// - Parameters:
    ///   - position: The first byte, not ASCII.
    ///   - end: The end of the input; never read beyond.
    /// - Returns: The number of bytes, or 0.
    static func length(
        at position: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> Int {
        let available = end - position
        let first = position[0]
        switch first {
        case 0xC2...0xDF:
            guard available >= 2, isContinuation(position[1]) else { return 0 }
            return 2
        case 0xE0...0xEF:
            guard available >= 3, isContinuation(position[1]), isContinuation(position[2])
            else { return 0 }
            if first == 0xE0 && position[1] < 0xA0 { return 0 }
            if first == 0xED && position[1] > 0x9F { return 0 }
            return 3
        case 0xF0...0xF4:
            guard available >= 4, isContinuation(position[1]), isContinuation(position[2]),
                isContinuation(position[3])
            else { return 0 }
            if first == 0xF0 && position[1] < 0x90 { return 0 }
            if first == 0xF4 && position[1] > 0x8F { return 0 }
            return 4
        default:
            return 0
        }
    }

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
