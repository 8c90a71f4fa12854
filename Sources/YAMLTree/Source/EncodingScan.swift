/// The first place of a text that must not be read on: what is no UTF-8 or a control character.
struct EncodingFault: Equatable {
    /// What is wrong with the place.
    enum Kind: Equatable {
        /// No UTF-8 sequence starts with this byte, or the one that does is broken off.
        case invalidByte(UInt8)
        /// A scalar that no text should hold.
        case controlCharacter(Unicode.Scalar)
    }

    /// The offset of the first byte at fault.
    var offset: Int
    /// What is wrong.
    var kind: Kind
}

/// What a scan over all bytes of a text tells.
struct EncodingScan {
    /// The first fault, where there is one.
    private(set) var fault: EncodingFault?
    /// Whether there is a NEL, LS or PS, which libyaml takes for a line break and editors do not.
    private(set) var hasUnusualBreaks = false
    /// The offset of the first line with `%` after as many such lines as a text may have.
    private(set) var surplusDirective: Int?

    /// libyaml compares each directive with all before it, so that a long list of them takes hours.
    static let directiveLimit = 100

    /// Scans UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text, without a byte order mark.
    ///   - allowsControls: Whether control characters are left to the reader, as JSON does.
    init(_ bytes: [UInt8], allowsControls: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            var directives = bytes.starts(with: "%TAG".utf8) ? 1 : 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte >= 0x20, byte < 0x7F {
                    index += 1
                    continue
                }
                if byte == 0x0A || byte == 0x0D, bytes[(index + 1)...].starts(with: "%TAG".utf8) {
                    directives += 1
                    if directives > Self.directiveLimit, surplusDirective == nil {
                        surplusDirective = index + 1
                    }
                }
                guard let (scalar, length) = Self.scalar(at: index, in: bytes) else {
                    fault = EncodingFault(offset: index, kind: .invalidByte(byte))
                    return
                }
                if !allowsControls, Self.isControl(scalar) {
                    fault = EncodingFault(offset: index, kind: .controlCharacter(scalar))
                    return
                }
                if scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}" {
                    hasUnusualBreaks = true
                }
                index += length
            }
        }
    }

    /// The scalars outside the printable ones of YAML 1.2 (5.1) and U+FFFE, U+FFFF.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85: false
        case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// The scalar that starts at an index and its length in bytes; nil where none does (RFC 3629).
    private static func scalar(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> (Unicode.Scalar, Int)? {
        let first = bytes[index]
        let length: Int
        var value: UInt32
        switch first {
        case 0x00...0x7F: return (Unicode.Scalar(first), 1)
        case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
        default: return nil
        }
        guard index + length <= bytes.count else {
            return nil
        }
        for next in bytes[(index + 1)..<(index + length)] {
            guard next & 0xC0 == 0x80 else {
                return nil
            }
            value = value << 6 | UInt32(next & 0x3F)
        }
        let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x10000
        guard !isOverlong, let scalar = Unicode.Scalar(value) else {
            return nil
        }
        return (scalar, length)
    }
}
