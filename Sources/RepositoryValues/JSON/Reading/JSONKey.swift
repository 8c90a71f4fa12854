/// The key of an object, referring to the bytes of the text.
///
/// Compare it with `switch` and literals; this compares bytes and creates no `String`:
///
/// ```swift
/// switch key {
/// case "name": name = try reader.value()
/// default: try reader.skipValue()
/// }
/// ```
///
/// Escapes are resolved, and keys are compared like Swift strings, by canonical equivalence, so
/// that dictionaries and bytes give the same result. There are three exceptions: characters that
/// are equivalent to an ASCII character, such as the Kelvin sign to K. Here, they differ from that
/// character. A key points into the text: use it before the next call of the reader, and use
/// ``string`` to keep it longer.
public struct JSONKey {
    @usableFromInline let start: UnsafePointer<UInt8>

    /// The number of bytes; negative (minus one minus the number) if there are escapes.
    ///
    /// A key with escapes thus never has the length of a pattern, and the common comparison needs
    /// no second test.
    @usableFromInline let length: Int

    @inlinable
    init(start: UnsafePointer<UInt8>, count: Int, hasEscapes: Bool) {
        self.start = start
        self.length = hasEscapes ? ~count : count
    }

    /// The key, with escapes resolved.
    public var string: String {
        length >= 0
            ? String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
            : JSONText.unescaped(start, count: ~length)
    }

    /// The bytes of a key that is unescaped ASCII; nil for any other.
    ///
    /// Two such keys are equal if their bytes are.
    package var plainBytes: UnsafeBufferPointer<UInt8>? {
        guard length >= 0 else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: length)
        return bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }

    /// Returns whether a key equals a literal.
    ///
    /// - Parameters:
    ///   - pattern: The literal.
    ///   - key: The key.
    /// - Returns: Whether they are equal.
    @inlinable @inline(__always)
    public static func ~= (pattern: StaticString, key: JSONKey) -> Bool {
        guard pattern.hasPointerRepresentation else { return key.equalsSlowly(pattern) }
        let count = pattern.utf8CodeUnitCount
        if key.length == count,
            JSONKey.equalBytes(pattern.utf8Start, key.start, count: count)
        {
            return true
        }
        // All but the first condition is known when this is compiled into its user.
        return (key.length < 0 || !pattern.isASCII) && key.equalsSlowly(pattern)
    }

    /// Compares words; when inlined with a literal on the left, only immediate values remain of it.
    @inlinable @inline(__always)
    static func equalBytes(
        _ left: UnsafePointer<UInt8>,
        _ right: UnsafePointer<UInt8>,
        count: Int
    ) -> Bool {
        let left = UnsafeRawPointer(left)
        let right = UnsafeRawPointer(right)
        if count >= 8 {
            var offset = 0
            while offset &+ 8 <= count {
                let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if a != b { return false }
                offset &+= 8
            }
            // The last word overlaps the one before it, so that no byte is compared alone.
            let a = left.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            let b = right.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            return a == b
        }
        if count >= 4 {
            let a = left.loadUnaligned(as: UInt32.self)
            let b = right.loadUnaligned(as: UInt32.self)
            let c = left.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            let d = right.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return a == b && c == d
        }
        if count >= 2 {
            let a = left.loadUnaligned(as: UInt16.self)
            let b = right.loadUnaligned(as: UInt16.self)
            let c = left.loadUnaligned(fromByteOffset: count &- 2, as: UInt16.self)
            let d = right.loadUnaligned(fromByteOffset: count &- 2, as: UInt16.self)
            return a == b && c == d
        }
        return count == 0
            || left.load(as: UInt8.self) == right.load(as: UInt8.self)
    }

    /// Compares a key with escapes, or with a literal that is not plain; creates a string only if
    /// the literal is not ASCII.
    @usableFromInline @inline(never)
    func equalsSlowly(_ pattern: StaticString) -> Bool {
        guard pattern.isASCII else { return string == pattern.description }
        return pattern.withUTF8Buffer { pattern in
            if length >= 0 {
                return pattern.elementsEqual(UnsafeBufferPointer(start: start, count: length))
            }
            return JSONText.unescaped(start, count: ~length, equals: pattern)
        }
    }
}

extension JSONKey: CustomStringConvertible {
    /// The key, with escapes resolved.
    public var description: String { string }
}
