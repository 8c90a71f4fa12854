#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can be written into a JSON array or as the value of a JSON object's member.
///
/// Every ``JSONEncodable`` is one. `Optional` is one too, and nothing more: so `[Int?]` can be
/// written, while a property must say what nil means, with ``MemberWriter/memberOrNull(_:_:)`` or
/// ``MemberWriter/memberIfPresent(_:_:)``.
public protocol JSONElementEncodable: NonisolatedConformance {
    /// Writes this value.
    ///
    /// - Parameter writer: Takes the value; keeps the first error, such as a number that JSON cannot
    ///   say, until the bytes are taken.
    func encode(to writer: inout JSONWriter)
}

/// A type that is written as JSON text.
///
/// ```swift
/// request.httpBody = try message.jsonData()
/// ```
///
/// Generated structures conform as ``MemberEncodable``, which makes dictionaries too. By hand, for JSON
/// alone:
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
    /// This value as the bytes of a JSON text, in UTF-8.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON cannot say, such as an infinite number.
    @inlinable
    public func jsonBytes() throws(JSONError) -> [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finish()
    }

    /// This value as the data of a JSON text, in UTF-8.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON cannot say, such as an infinite number.
    @inlinable
    public func jsonData() throws(JSONError) -> Data {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finishData()
    }

    /// This value as a JSON text.
    ///
    /// - Throws: ``JSONError`` for the first value that JSON cannot say, such as an infinite number.
    @inlinable
    public func jsonText() throws(JSONError) -> String {
        var writer = JSONWriter()
        encode(to: &writer)
        return try writer.finishText()
    }
}
