/// A strict parser of JSON text (RFC 8259): containers, literals, numbers and strings.
///
/// A scanner is positioned at a byte. Parsing a value moves it to the byte after that value.
/// ``JSONReader`` decodes values with it.
@usableFromInline
struct JSONScanner: ~Copyable {
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline var depth: Int
    let maximumDepth: Int

    /// The depth up to which neither the limit nor the stack must be checked.
    @usableFromInline let uncheckedDepth: Int

    /// The end of the usable stack; nil until the nesting is deep enough to check.
    private var stackFloor: UInt?

    /// Whether a comma must precede the next key or element.
    @usableFromInline var expectsComma: Bool

    /// The strings parsed recently, to share their memory.
    var recentStrings = RecentStrings()

    /// The recorded error about a value, thrown at the next move.
    var pendingError: JSONError?

    /// Creates the errors about this text.
    var errors: JSONErrorFactory

    /// Creates a scanner at the first value.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    /// - Throws: ``JSONError`` if the text is empty or too long.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            throw JSONError(
                code: .unexpectedEnd,
                expected: "JSON",
                found: "no bytes",
                offset: 0
            )
        }
        guard bytes.count <= limits.maximumByteCount else {
            throw JSONError(
                code: .tooLong,
                expected: "at most \(limits.maximumByteCount) bytes",
                found: "\(bytes.count) bytes",
                offset: 0
            )
        }
        cursor = start
        end = start + bytes.count
        depth = 0
        maximumDepth = limits.maximumDepth
        uncheckedDepth = min(limits.maximumDepth, 32)
        expectsComma = false
        errors = JSONErrorFactory(start: start, end: end)
        if bytes.count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF {
            cursor += 3
        }
        skipWhitespace()
    }

    /// Throws an error if there is content after the value.
    @usableFromInline
    mutating func finish() throws(JSONError) {
        if let pendingError { throw pendingError }
        skipWhitespace()
        guard cursor == end else {
            throw error(.trailingContent, expected: "end of text", at: cursor)
        }
        // This happens only if an array or object has not been read to its end.
        guard depth == 0 else {
            throw error(.unexpectedEnd, expected: "end of array or object", at: cursor)
        }
    }

    /// The number of bytes before the current position.
    var offset: Int { errors.offset(of: cursor) }

    // MARK: - Going back

    /// The start of a value, to return to if it is invalid.
    @usableFromInline
    struct Mark {
        @usableFromInline let cursor: UnsafePointer<UInt8>
        @usableFromInline let depth: Int

        @inlinable
        init(cursor: UnsafePointer<UInt8>, depth: Int) {
            self.cursor = cursor
            self.depth = depth
        }
    }

    /// The current position, at the first byte of a value.
    @inlinable
    var mark: Mark { Mark(cursor: cursor, depth: depth) }

    /// Goes back to a value that is not as expected.
    @usableFromInline @inline(never)
    mutating func goBack(to start: Mark) {
        rewind(to: start)
        errors.remember(start.cursor)
    }

    /// Goes back to a value that was only examined.
    mutating func rewind(to start: Mark) {
        cursor = start.cursor
        depth = start.depth
    }

    /// Returns the number of bytes before a value.
    func offset(of start: Mark) -> Int { errors.offset(of: start.cursor) }

    /// Returns the key path of a value.
    func keyPath(of start: Mark) -> JSONKeyPath {
        errors.keyPath(of: start.cursor, depth: start.depth)
    }

    /// Resumes after an element of the array that is the whole text.
    ///
    /// - Parameter offset: The offset after the element.
    mutating func resumeArray(at offset: Int) {
        cursor = errors.position(of: offset)
        depth = 1
        expectsComma = true
    }

    // MARK: - Looking ahead

    /// The byte at the cursor; 0, which begins nothing, at the end.
    @inlinable
    var currentByte: UInt8 {
        @inline(__always) get { cursor < end ? cursor.pointee : 0 }
    }

    /// Returns the byte at a position; 0 at the end.
    @inline(__always)
    func byte(at position: UnsafePointer<UInt8>) -> UInt8 {
        position < end ? position.pointee : 0
    }

    /// The kind of the value at the current position, by its first byte; nil if no value begins
    /// there.
    var kind: JSONKind? { JSONKind(firstByte: currentByte) }

    // MARK: - Whitespace

    @inlinable @inline(__always)
    mutating func skipWhitespace() {
        if cursor < end && cursor.pointee <= 0x20 {
            cursor = JSONScanner.endOfWhitespace(from: cursor, to: end)
        }
    }

    @inline(__always)
    func positionAfterWhitespace(from position: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard position < end, position.pointee <= 0x20 else { return position }
        return JSONScanner.endOfWhitespace(from: position, to: end)
    }

    /// Skips a line break and the indentation after it, word by word, as in pretty-printed text.
    @usableFromInline @inline(never)
    static func endOfWhitespace(
        from start: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var position = start
        while position < end {
            switch position.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return position
            }
            while end - position >= 8 {
                let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
                let others = UInt64(littleEndian: word) ^ 0x2020_2020_2020_2020
                if others != 0 {
                    position += others.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
        }
        return position
    }

    // MARK: - Depth

    /// Enters an array or object, after checking its kind, the limit for nesting, and the stack.
    @usableFromInline @inline(never)
    mutating func enterCarefully(_ kind: JSONKind) throws(JSONError) {
        guard self.kind == kind else { throw mismatch(expected: kind.rawValue) }
        guard depth < maximumDepth else { throw tooDeep() }
        guard hasStackRoom() else {
            throw error(
                .tooDeep,
                expected: StackFloor.expectation,
                found: "one more",
                at: cursor
            )
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }

    /// Returns whether the stack has room for the frames of one more level.
    private mutating func hasStackRoom() -> Bool {
        let floor = stackFloor ?? StackFloor.ofCurrentThread()
        stackFloor = floor
        return StackFloor.currentAddress() > floor
    }
}
