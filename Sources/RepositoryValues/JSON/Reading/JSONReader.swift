#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decodes a JSON text from front to back, strictly (RFC 8259) and without an intermediate tree.
///
/// A reader is positioned at a byte. Reading a value moves it after that value:
///
/// - Objects: ``beginObject()``, then ``nextKey()`` until nil, one value after each key, with
///   ``read(_:)`` or ``readOrNull(_:)``; ``require(_:_:)`` for required keys.
/// - Arrays: ``beginArray()``, then ``nextElement()`` until false, one value after each true.
/// - Values: ``value()`` and ``valueOrNull()``, each also with a codec; ``skipValue()`` for others;
///   ``kind`` to look ahead.
///
/// It reads bytes of the caller, so it exists only inside `read(_:limits:_:)` and can be neither
/// copied nor stored.
public struct JSONReader: ~Copyable {
    @usableFromInline var scanner: JSONScanner

    /// The number that distinguishes reports about this text from others; 0 before the first one.
    var reportNumber = 0

    /// The type of the elements of the last array that was not empty, and their number.
    ///
    /// The next array of this type, in the next object of a list, tends to be about as long.
    @usableFromInline var lastArray: (element: ObjectIdentifier, count: Int)?

    @usableFromInline
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
        scanner = try JSONScanner(bytes, limits: limits)
    }

    /// Decodes a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    ///   - body: Reads the single value of the text.
    /// - Returns: The result of the body.
    /// - Throws: ``JSONError`` from the body, or if there is content after the value.
    @inlinable @inline(__always)
    public static func read<Value>(
        _ bytes: some ContiguousBytes,
        limits: JSONLimits = .standard,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        // Inlined, because the compiler would not specialize it. The closure of `withUnsafeBytes`
        // cannot say which error it throws.
        let result = bytes.withUnsafeBytes { buffer -> Result<Value, JSONError> in
            do throws(JSONError) {
                var reader = try JSONReader(buffer.bindMemory(to: UInt8.self), limits: limits)
                let value = try body(&reader)
                try reader.scanner.finish()
                return .success(value)
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

    // MARK: - Containers

    /// Enters the object at the current position.
    ///
    /// - Throws: ``JSONError`` if it is not an object, or is nested too deeply.
    @inlinable
    public mutating func beginObject() throws(JSONError) { try scanner.beginObject() }

    /// Moves to the next value of the object and returns its key; at the end, leaves the object and
    /// returns nil.
    ///
    /// - Throws: ``JSONError`` if neither a key nor the end of the object follows.
    @inlinable
    public mutating func nextKey() throws(JSONError) -> JSONKey? { try scanner.nextKey() }

    /// Enters the array at the current position.
    ///
    /// - Throws: ``JSONError`` if it is not an array, or is nested too deeply.
    @inlinable
    public mutating func beginArray() throws(JSONError) { try scanner.beginArray() }

    /// Moves to the next element and returns true; at the end, leaves the array and returns false.
    ///
    /// - Throws: ``JSONError`` if neither an element nor the end of the array follows.
    @inlinable
    public mutating func nextElement() throws(JSONError) -> Bool { try scanner.nextElement() }

    /// Returns the number of elements to reserve memory for, which an array may exceed.
    @inlinable
    mutating func expectedCount<Element>(of element: Element.Type) -> Int {
        guard let lastArray, lastArray.element == ObjectIdentifier(element) else { return 1 }
        return min(lastArray.count, 32)
    }

    // MARK: - Any value

    /// The kind of the value at the current position, by its first byte; nil if no value begins
    /// there.
    public var kind: JSONKind? { scanner.kind }

    /// Reads null.
    ///
    /// - Throws: ``JSONError`` if the value is not null.
    @inlinable
    public mutating func null() throws(JSONError) { try scanner.null() }

    /// Skips the value at the current position, validating it as strictly as a decoded one.
    ///
    /// - Throws: ``JSONError`` if it is not JSON, or is nested too deeply.
    public mutating func skipValue() throws(JSONError) {
        var skipper = JSONSkipper()
        try skipper.skipValue(in: &scanner)
    }

    // MARK: - Invalid values

    /// A position in the text, for use in an error.
    public struct Place: Sendable { let offset: Int }

    /// The current position.
    public var place: Place { Place(offset: scanner.offset) }

    /// Returns the error for a value that has the right kind but is invalid.
    ///
    /// For initializers and codecs written by hand:
    ///
    /// ```swift
    /// let place = reader.place
    /// let text: String = try reader.value()
    /// guard let color = Color(text) else {
    ///     throw reader.invalidValue(expected: "color", at: place)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - expected: The expected value.
    ///   - place: The start of the value.
    /// - Returns: The error to throw.
    public func invalidValue(expected: String, at place: Place) -> JSONError {
        let position = scanner.errors.position(of: place.offset)
        return scanner.error(.invalidValue, expected: expected, at: position)
    }
}
