extension SourceFile {
    /// The text as UTF-8 without a byte order mark; lines and columns of every range count in it.
    ///
    /// UTF-16 is recognized by its byte order mark. The reader rejects invalid text later: invalid
    /// UTF-8 stays as it is, an unpaired surrogate becomes U+FFFD.
    package var utf8: [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return Array(bytes.dropFirst(3))
        }
        guard let units = utf16Units else {
            return bytes
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The UTF-16 code units after the byte order mark; nil if the file does not start with one of
    /// UTF-16.
    ///
    /// An odd byte at the end becomes an unpaired surrogate, so that it is rejected too.
    package var utf16Units: [UInt16]? {
        let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else {
            return nil
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1)
        }
        if !bytes.count.isMultiple(of: 2) {
            units.append(0xD800)
        }
        return units
    }
}
