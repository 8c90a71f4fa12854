#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads a JSON text from front to back, strictly by RFC 8259, without making anything but values.
///
/// A reader stands at a byte. Values move it behind themselves:
///
/// - Objects: ``beginObject()``, then ``nextKey()`` until nil, one value after each key, with
///   ``read(_:)``, ``readOrNull(_:)`` or ``readPresence(_:)``; ``require(_:_:)`` what must have been
///   there.
/// - Arrays: ``beginArray()``, then ``nextElement()`` until false, one value after each true.
/// - Values: ``value()``, ``valueOrNull()``, ``presence()``, each also with a codec;
///   ``skipValue()`` for what is not wanted; ``kind`` to look ahead.
///
/// It reads bytes of the caller's, so it exists only inside `read(_:limits:_:)` and can be neither
/// copied nor kept.
public struct JSONReader: ~Copyable {
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline var depth: Int
    @usableFromInline let maximumDepth: Int

    /// The depth up to which neither the limit nor the stack needs a look.
    @usableFromInline let uncheckedDepth: Int

    /// Where recursion stops; nil until the text is deep enough to ask.
    private var stackFloor: UInt?

    /// The scan for the last value that was left out, from which the next one goes on: else each of
    /// many would take a scan of the whole text.
    var scanned: JSONPathScanner?

    /// What tells the reports about this text from those about others; 0 before the first one.
    var reportNumber = 0

    /// Whether a comma must come before the next key or element.
    @usableFromInline var expectsComma: Bool

    /// What was wrong with a member; thrown by whatever moves the reader on.
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

    /// Reads a whole JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a byte order mark in front is ignored.
    ///   - limits: How long and how deep the text may be.
    ///   - body: Reads the one value of the text.
    /// - Returns: What the body returns.
    /// - Throws: ``JSONError`` from the body, or when anything stands behind the value.
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

    /// Reads a whole JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a byte order mark in front is ignored.
    ///   - limits: How long and how deep the text may be.
    ///   - body: Reads the one value of the text.
    /// - Returns: What the body returns.
    /// - Throws: ``JSONError`` from the body, or when anything stands behind the value.
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

    /// Reads a whole JSON text.
    ///
    /// - Parameters:
    ///   - data: The text as UTF-8; a byte order mark in front is ignored.
    ///   - limits: How long and how deep the text may be.
    ///   - body: Reads the one value of the text.
    /// - Returns: What the body returns.
    /// - Throws: ``JSONError`` from the body, or when anything stands behind the value.
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

    /// Reads a whole JSON text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: How long and how deep the text may be.
    ///   - body: Reads the one value of the text.
    /// - Returns: What the body returns.
    /// - Throws: ``JSONError`` from the body, or when anything stands behind the value.
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
        // Only a body that left an array or object without asking for its end comes here so.
        guard depth == 0 else {
            throw failure(.unexpectedEnd, expected: "end of array or object", at: cursor)
        }
    }

    /// Whether the stack has room for the frames that read one more level.
    mutating func hasStackRoom() -> Bool {
        let floor = stackFloor ?? StackFloor.ofCurrentThread()
        stackFloor = floor
        return StackFloor.currentAddress() > floor
    }

    // MARK: - Looking ahead

    /// The byte at the cursor; 0, with which nothing begins, at the end.
    @inlinable
    var currentByte: UInt8 {
        @inline(__always) get { cursor < end ? cursor.pointee : 0 }
    }

    /// The byte at a position; 0 at the end.
    @inline(__always)
    static func byte(
        at position: UnsafePointer<UInt8>,
        before end: UnsafePointer<UInt8>
    ) -> UInt8 {
        position < end ? position.pointee : 0
    }

    /// The kind of the value that the reader stands at, by its first byte; nil when none begins.
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

    /// Skips a line break and the indentation behind it, as in text made for people, in words.
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
