#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can be an element of a JSON array or the value of a key.
///
/// Every ``JSONEncodable`` conforms, and so does `Optional`. So `[Int?]` can be encoded, while a
/// property must declare the meaning of nil, with ``MemberWriter/memberOrNull(_:_:)`` or
/// ``MemberWriter/memberIfPresent(_:_:)``.
public protocol JSONElementEncodable: NonisolatedConformance {
    /// Encodes this value.
    ///
    /// - Parameter writer: The writer; it records the first error, such as a number that JSON does
    ///   not support, and throws it at the end.
    func encode(to writer: inout JSONWriter)
}

/// A type that can be encoded as JSON text.
///
/// ```swift
/// request.httpBody = try message.jsonData()
/// ```
///
/// Generated structures conform by ``MemberEncodable``, which also creates dictionaries. By hand,
/// for JSON only:
///
/// ```swift
/// extension Point: JSONEncodable {
///     func encode(to writer: inout JSONWriter) {
///         writer.beginObject()
///         writer.member("x", x)
///         writer.member("y", y)
///         writer.endObject()
///     }
/// }
/// ```
public protocol JSONEncodable: JSONElementEncodable {}

extension JSONEncodable {
    /// Returns this value as a JSON text in UTF-8 bytes.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON does not support, such as an infinite
    ///   number.
    @inlinable
    public func jsonBytes() throws(JSONError) -> [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finish()
    }

    /// Returns this value as a JSON text in UTF-8 data.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON does not support, such as an infinite
    ///   number.
    @inlinable
    public func jsonData() throws(JSONError) -> Data {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finishData()
    }

    /// Returns this value as a JSON text.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON does not support, such as an infinite
    ///   number.
    @inlinable
    public func jsonText() throws(JSONError) -> String {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finishText()
    }
}
