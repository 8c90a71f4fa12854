/// Creates the errors about a JSON text.
///
/// The key path of an error is determined by scanning the text again, so that parsing without
/// errors need not track it.
struct JSONErrorFactory {
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// The scan for the last value that was not as expected, from which the next one is resumed.
    ///
    /// Without it, each of many would require a scan of the whole text.
    private var scanned: JSONPathScanner?

    /// Creates a factory of errors about the bytes between two positions.
    init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.start = start
        self.end = end
    }

    // MARK: - Positions

    /// Returns the number of bytes before a position.
    func offset(of position: UnsafePointer<UInt8>) -> Int { position - start }

    /// Returns the position after a number of bytes.
    func position(of offset: Int) -> UnsafePointer<UInt8> { start + offset }

    // MARK: - Key paths

    /// Remembers the key path of a value that was not as expected.
    mutating func remember(_ position: UnsafePointer<UInt8>) {
        // A value inside may have been left out before: then the scan is beyond the start.
        if (scanned?.offset ?? 0) < offset(of: position) { scanned = scan(to: position) }
    }

    /// Returns the key path of a value.
    ///
    /// - Parameters:
    ///   - position: The start of the value.
    ///   - depth: The number of arrays and objects around it.
    /// - Returns: The key path.
    func keyPath(of position: UnsafePointer<UInt8>, depth: Int) -> JSONKeyPath {
        var pathScan = scanned ?? JSONPathScanner()
        if pathScan.offset < offset(of: position) { pathScan = scan(to: position) }
        // The scan ends at the value or inside it, and each array and object around it has one
        // component.
        return JSONKeyPath(Array(pathScan.keyPath.components.prefix(depth)))
    }

    /// Scans the text up to a position, starting at the remembered value if there is one.
    private func scan(to position: UnsafePointer<UInt8>) -> JSONPathScanner {
        let count = offset(of: position)
        var pathScan = scanned ?? JSONPathScanner()
        if pathScan.offset > count { pathScan = JSONPathScanner() }
        pathScan.advance(in: UnsafeBufferPointer(start: start, count: count))
        return pathScan
    }

    // MARK: - Errors

    /// Returns the error for a position.
    @inline(never)
    func error(
        _ code: JSONError.Code,
        expected: String,
        found: String? = nil,
        at position: UnsafePointer<UInt8>
    ) -> JSONError {
        let isAtEnd = position >= end
        let isSyntax = code == .invalidSyntax || code == .typeMismatch
        return JSONError(
            code: isAtEnd && isSyntax ? .unexpectedEnd : code,
            expected: expected,
            found: found ?? describe(position),
            offset: offset(of: position),
            keyPath: scan(to: position).keyPath
        )
    }

    /// Returns the error for a missing key of the object that was closed last.
    func missing(
        _ key: StaticString,
        expected: String,
        before position: UnsafePointer<UInt8>
    ) -> JSONError {
        let pathScan = scan(to: position)
        return JSONError(
            code: .missingKey,
            expected: expected,
            found: "nothing",
            offset: pathScan.lastContainer,
            keyPath: pathScan.keyPath.appending(.key(key.description))
        )
    }

    /// Returns the error for an invalid string.
    @inline(never)
    func error(for scan: JSONText.Scan) -> JSONError {
        let found: String
        switch scan.outcome {
        case .controlCharacter: found = "control character"
        case .invalidEscape: found = "broken escape"
        case .invalidUTF8: found = "broken UTF-8"
        case .plain, .escaped, .unterminated:
            return error(.unexpectedEnd, expected: "end of string", found: "end of text", at: end)
        }
        return error(.invalidText, expected: "string", found: found, at: scan.position)
    }

    /// Returns the kind of value or token at a position.
    private func describe(_ position: UnsafePointer<UInt8>) -> String {
        guard position < end else { return "end of text" }
        if let kind = JSONKind(firstByte: position.pointee) { return kind.rawValue }
        switch position.pointee {
        case UInt8(ascii: "}"): return "end of object"
        case UInt8(ascii: "]"): return "end of array"
        case UInt8(ascii: ","): return "comma"
        case UInt8(ascii: ":"): return "colon"
        default: return "unexpected character"
        }
    }
}
