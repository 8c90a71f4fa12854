/// The first position at which a text cannot be read: invalid UTF-8 or a control character.
struct EncodingFault: Equatable {
    /// The kind of fault.
    enum Kind: Equatable {
        /// A byte that starts no UTF-8 sequence, or an incomplete sequence.
        case invalidByte(UInt8)
        /// A scalar that no text should contain.
        case controlCharacter(Unicode.Scalar)
    }

    /// The offset of the first invalid byte.
    var offset: Int
    /// The kind of the fault.
    var kind: Kind
}

/// The result of a scan over all bytes of a text.
struct EncodingScan {
    /// The first fault, if there is one.
    private(set) var fault: EncodingFault?
    /// Whether there is a NEL, LS or PS, which are line breaks for libyaml but not for editors.
    private(set) var hasUnusualBreaks = false
    /// The offset of the first line with `%` above the maximum number of such lines.
    private(set) var surplusDirective: Int?

    /// libyaml compares each directive with all before it, so that a long list of them takes hours.
    static let directiveLimit = 100

    /// Scans UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text, without a byte order mark.
    ///   - allowsControls: Whether the reader checks control characters itself, as for JSON.
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

    /// The scalar that starts at an index and its length in bytes; nil if there is none (RFC 3629).
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
