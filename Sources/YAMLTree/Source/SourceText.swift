import Diagnostics

/// The text of a file whose size and encoding are valid.
struct SourceText {
    /// The language of the text.
    enum Language {
        case yaml
        case json
    }

    /// The path, for ranges.
    let path: String
    /// Valid UTF-8 without a byte order mark.
    private(set) var bytes: [UInt8]
    /// Whether libyaml breaks lines where editors do not.
    let hasUnusualBreaks: Bool

    /// Checks a file.
    ///
    /// - Throws: ``ReadingStopped`` if the file is too large, or is not text.
    init(
        _ file: SourceFile,
        language: Language,
        tally: inout ReadingTally
    ) throws(ReadingStopped) {
        guard file.bytes.count <= tally.limits.bytes else {
            let message =
                "found a file of \(file.bytes.count) bytes, "
                + "expected at most \(tally.limits.bytes)"
            throw tally.stop(Diagnostic(rule: YAMLRule.fileTooLarge, message, at: file.start))
        }
        let bytes = file.utf8
        if let offset = Self.offsetOfLoneSurrogate(in: file) {
            let range = Self.range(ofScalarAt: offset, in: bytes, path: file.path)
            let message = "found half of a UTF-16 surrogate pair, expected both"
            throw tally.stop(Diagnostic(rule: YAMLRule.invalidEncoding, message, at: range))
        }
        let scan = EncodingScan(bytes, allowsControls: language == .json)
        if let fault = scan.fault {
            let range = Self.range(ofScalarAt: fault.offset, in: bytes, path: file.path)
            throw tally.stop(Self.diagnostic(for: fault, at: range, in: bytes))
        }
        if language == .yaml, let offset = scan.surplusDirective {
            let range = Self.range(ofScalarAt: offset, in: bytes, path: file.path)
            let limit = EncodingScan.directiveLimit
            let message = "found more than \(limit) directives, expected fewer"
            throw tally.stop(Diagnostic(rule: YAMLRule.invalidDirective, message, at: range))
        }
        self.path = file.path
        self.bytes = bytes
        self.hasUnusualBreaks = scan.hasUnusualBreaks
    }

    /// The text with other bytes, which have the same lines or spaces in their place.
    func replacing(bytes: [UInt8]) -> SourceText {
        var text = self
        text.bytes = bytes
        return text
    }

    /// The diagnostic of a fault.
    private static func diagnostic(
        for fault: EncodingFault,
        at range: SourceRange,
        in bytes: [UInt8]
    ) -> Diagnostic {
        switch fault.kind {
        case .invalidByte(let byte):
            return Diagnostic(
                rule: YAMLRule.invalidEncoding,
                "found the byte 0x\(String(byte, radix: 16, uppercase: true)), expected UTF-8",
                at: range,
                hint: "save the file as UTF-8"
            )
        case .controlCharacter(let scalar):
            let code = VisibleText.hexadecimal(scalar.value)
            // UTF-16 text without a byte order mark has a zero in every other byte.
            let isLikelyUTF16 = scalar == "\0" && bytes.prefix(64).count(where: { $0 == 0 }) > 1
            return Diagnostic(
                rule: YAMLRule.controlCharacter,
                "found the control character U+\(code), expected text",
                at: range,
                hint: isLikelyUTF16
                    ? "save the file as UTF-8"
                    : "remove it, or write it as an escape in double quotes"
            )
        }
    }

    /// The UTF-8 offset of the first unpaired surrogate in a UTF-16 file.
    private static func offsetOfLoneSurrogate(in file: SourceFile) -> Int? {
        guard let units = file.utf16Units, String(validating: units, as: UTF16.self) == nil else {
            return nil
        }
        var decoder = UTF16()
        var iterator = units.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return offset
    }

    /// The range of the scalar, or invalid byte, at an offset.
    private static func range(
        ofScalarAt offset: Int,
        in bytes: [UInt8],
        path: String
    ) -> SourceRange {
        let start = SourceLines(bytes: bytes).position(ofByte: offset)
        return SourceRange(path: path, start: start, end: start.advanced(by: 1))
    }
}
