#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A strict RFC 8259 parser that decodes a JSON text from front to back, without an intermediate
/// tree.
///
/// A reader is positioned at a byte. Reading a value moves it after that value:
///
/// - Objects: ``beginObject()``, then ``nextKey()`` until nil, one value after each key, with
///   ``read(_:)``, ``readOrNull(_:)`` or ``readPresence(_:)``; ``require(_:_:)`` for required keys.
/// - Arrays: ``beginArray()``, then ``nextElement()`` until false, one value after each true.
/// - Values: ``value()``, ``valueOrNull()``, ``presence()``, each also with a codec;
///   ``skipValue()`` for unneeded values; ``kind`` to look ahead.
///
/// It reads bytes of the caller, so it exists only inside `read(_:limits:_:)` and can be neither
/// copied nor stored.
public struct JSONReader: ~Copyable {
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline var depth: Int
    @usableFromInline let maximumDepth: Int

    /// The depth up to which neither the limit nor the stack must be checked.
    @usableFromInline let uncheckedDepth: Int

    /// The end of the usable stack; nil until the nesting is deep enough to check.
    private var stackFloor: UInt?

    /// The scan for the last value that was not as expected, from which the next one is resumed.
    ///
    /// Without it, each of many would require a scan of the whole text.
    var scanned: JSONPathScanner?

    /// The number that distinguishes reports about this text from others; 0 before the first one.
    var reportNumber = 0

    /// Whether a comma must precede the next key or element.
    @usableFromInline var expectsComma: Bool

    /// The strings read lately, to share their memory.
    var recentStrings = RecentStrings()

    /// The type of the elements of the last array that was not empty, and their number.
    ///
    /// The next array of this type, in the next object of a list, tends to be about as long.
    @usableFromInline var lastArray: (element: ObjectIdentifier, count: Int)?

    /// The recorded error about the value of a key, thrown at the next move.
    var memberError: JSONError?

    @usableFromInline
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
        self.start = start
        self.cursor = start
        self.end = start + bytes.count
        self.depth = 0
        self.maximumDepth = limits.maximumDepth
        self.uncheckedDepth = min(limits.maximumDepth, 32)
        self.expectsComma = false
        if bytes.count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF {
            cursor += 3
        }
        cursor = JSONReader.skipWhitespace(from: cursor, to: end)
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    ///   - body: Reads the single value of the text.
    /// - Returns: The result of the body.
    /// - Throws: ``JSONError`` from the body, or if there is content after the value.
    @inlinable
    public static func read<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var reader = try JSONReader(bytes, limits: limits)
        let value = try body(&reader)
        try reader.finish()
        return value
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    ///   - body: Reads the single value of the text.
    /// - Returns: The result of the body.
    /// - Throws: ``JSONError`` from the body, or if there is content after the value.
    @inlinable
    public static func read<Value>(
        _ bytes: [UInt8],
        limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try read(buffer, limits: limits, body)
        }
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - data: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    ///   - body: Reads the single value of the text.
    /// - Returns: The result of the body.
    /// - Throws: ``JSONError`` from the body, or if there is content after the value.
    @inlinable
    public static func read<Value>(
        _ data: Data,
        limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        // The closure of `withUnsafeBytes` cannot say which error it throws.
        let result = data.withUnsafeBytes { buffer -> Result<Value, JSONError> in
            let bytes = buffer.bindMemory(to: UInt8.self)
            do throws(JSONError) {
                return .success(try read(bytes, limits: limits, body))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: The limits for length and nesting depth.
    ///   - body: Reads the single value of the text.
    /// - Returns: The result of the body.
    /// - Throws: ``JSONError`` from the body, or if there is content after the value.
    @inlinable
    public static func read<Value>(
        _ text: String,
        limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try read(Array(text.utf8), limits: limits, body)
    }

    @usableFromInline
    mutating func finish() throws(JSONError) {
        if let memberError { throw memberError }
        skipWhitespace()
        guard cursor == end else {
            throw failure(.trailingContent, expected: "end of text", at: cursor)
        }
        // This happens only if the body has not read an array or object to its end.
        guard depth == 0 else {
            throw failure(.unexpectedEnd, expected: "end of array or object", at: cursor)
        }
    }

    /// Returns whether the stack has room for the frames of one more level.
    mutating func hasStackRoom() -> Bool {
        let floor = stackFloor ?? StackFloor.ofCurrentThread()
        stackFloor = floor
        return StackFloor.currentAddress() > floor
    }

    /// Returns the number of elements to reserve memory for, which an array may exceed.
    @inlinable
    mutating func expectedCount<Element>(of element: Element.Type) -> Int {
        guard let lastArray, lastArray.element == ObjectIdentifier(element) else { return 1 }
        return min(lastArray.count, 32)
    }

    // MARK: - Looking ahead

    /// The byte at the cursor; 0, which begins nothing, at the end.
    @inlinable
    var currentByte: UInt8 {
        @inline(__always) get { cursor < end ? cursor.pointee : 0 }
    }

    /// Returns the byte at a position; 0 at the end.
    @inline(__always)
    static func byte(
        at position: UnsafePointer<UInt8>,
        before end: UnsafePointer<UInt8>
    ) -> UInt8 {
        position < end ? position.pointee : 0
    }

    /// The kind of the value at the current position, by its first byte; nil if no value begins
    /// there.
    public var kind: JSONKind? {
        JSONKind(firstByte: currentByte)
    }

    @inlinable @inline(__always)
    mutating func skipWhitespace() {
        if cursor < end && cursor.pointee <= 0x20 {
            cursor = JSONReader.skipWhitespaceRun(from: cursor, to: end)
        }
    }

    @inline(__always)
    static func skipWhitespace(
        from position: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        guard position < end, position.pointee <= 0x20 else { return position }
        return skipWhitespaceRun(from: position, to: end)
    }

    /// Skips a line break and the indentation after it, word by word, as in pretty-printed text.
    @usableFromInline @inline(never)
    static func skipWhitespaceRun(
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
}
