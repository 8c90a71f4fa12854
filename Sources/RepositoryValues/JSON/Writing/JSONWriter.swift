#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Writes a minified JSON text into a growing buffer, in the order of the calls.
///
/// - Objects: ``beginObject()``, then ``member(_:_:)`` or another of
///   ``MemberWriter`` for each key, then ``endObject()``.
/// - Arrays: ``beginArray()``, then ``value(_:)`` for each element, then ``endArray()``.
/// - The result: ``finish()``, ``finishData()`` or ``finishText()``.
///
/// Writing does not throw. A writer records the first error, such as an infinite number, writes
/// null in its place, and throws the error when the text is finished.
public struct JSONWriter: ~Copyable {
    @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
    @usableFromInline var limit: UnsafeMutablePointer<UInt8>
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var depth = 0

    /// Whether a comma must precede the next key or element.
    @usableFromInline var needsComma = false

    private var error: JSONError?

    /// Creates a writer.
    ///
    /// - Parameter capacity: The initial capacity in bytes.
    public init(capacity: Int = 512) {
        start = .allocate(capacity: max(capacity, 64))
        cursor = start
        limit = start + max(capacity, 64)
    }

    deinit {
        start.deallocate()
    }

    // MARK: - Containers

    /// Opens an object.
    @inlinable
    public mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Closes the object that was opened last.
    @inlinable
    public mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Opens an array.
    @inlinable
    public mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Closes the array that was opened last.
    @inlinable
    public mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    @inlinable @inline(__always)
    mutating func open(_ byte: UInt8) {
        reserve(1)
        cursor.pointee = byte
        cursor += 1
        depth &+= 1
        needsComma = false
    }

    @inlinable @inline(__always)
    mutating func close(_ byte: UInt8) {
        reserve(1)
        cursor.pointee = byte
        cursor += 1
        depth &-= 1
        needsComma = true
    }

    // MARK: - Values

    /// Writes an element of an array.
    ///
    /// - Parameter value: The element.
    @inlinable
    public mutating func value<Value: JSONElementEncodable>(_ value: Value) {
        separate()
        value.encode(to: &self)
    }

    /// Writes an element of an array, encoded with a codec.
    ///
    /// - Parameters:
    ///   - value: The element.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func value<Codec: JSONCodec>(_ value: Codec.Value, using codec: Codec) {
        separate()
        codec.encode(value, to: &self)
    }

    /// Writes the comma before an element or a key, if one is needed.
    @inlinable @inline(__always)
    mutating func separate() {
        if needsComma {
            reserve(1)
            cursor.pointee = UInt8(ascii: ",")
            cursor += 1
        }
        needsComma = true
    }

    /// Writes null.
    public mutating func null() {
        reserve(4)
        append("null")
    }

    // MARK: - The result

    /// Returns the bytes written.
    ///
    /// - Throws: ``JSONError`` if JSON does not support a value, or a container is still open.
    public consuming func finish() throws(JSONError) -> [UInt8] {
        try check()
        return Array(UnsafeBufferPointer(start: start, count: cursor - start))
    }

    /// Returns the bytes written, as data.
    ///
    /// - Throws: ``JSONError`` if JSON does not support a value, or a container is still open.
    public consuming func finishData() throws(JSONError) -> Data {
        try check()
        return Data(bytes: start, count: cursor - start)
    }

    /// Returns the text written.
    ///
    /// - Throws: ``JSONError`` if JSON does not support a value, or a container is still open.
    public consuming func finishText() throws(JSONError) -> String {
        try check()
        return String(
            decoding: UnsafeBufferPointer(start: start, count: cursor - start),
            as: UTF8.self
        )
    }

    private func check() throws(JSONError) {
        if let error { throw error }
        guard depth == 0, cursor > start else {
            throw JSONError(
                code: .unfinished,
                expected: depth == 0 ? "a value" : "end of \(depth) arrays or objects",
                found: "end of text",
                offset: cursor - start,
                keyPath: path
            )
        }
    }

    /// Records an error about the value to be written here, and writes null in its place.
    ///
    /// Only the first error is recorded.
    ///
    /// - Parameters:
    ///   - expected: What JSON supports.
    ///   - found: The kind of value found, never the value itself.
    public mutating func fail(expected: String, found: String) {
        fail(.unrepresentable, expected: expected, found: found)
    }

    mutating func fail(_ code: JSONError.Code, expected: String, found: String) {
        if error == nil {
            error = JSONError(
                code: code,
                expected: expected,
                found: found,
                offset: cursor - start,
                keyPath: path
            )
        }
        null()
    }

    private var path: JSONKeyPath {
        JSONPathScanner(UnsafeBufferPointer(start: start, count: cursor - start)).keyPath
    }

    // MARK: - The buffer

    /// Reserves room for a number of bytes.
    @inlinable @inline(__always)
    mutating func reserve(_ count: Int) {
        if limit - cursor < count { grow(by: count) }
    }

    @usableFromInline @inline(never)
    mutating func grow(by count: Int) {
        let used = cursor - start
        let capacity = max((limit - start) * 2, used + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: used)
        start.deallocate()
        start = larger
        cursor = larger + used
        limit = larger + capacity
    }

    /// Writes a literal for which room is reserved.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        cursor.update(from: literal.utf8Start, count: literal.utf8CodeUnitCount)
        cursor += literal.utf8CodeUnitCount
    }
}
