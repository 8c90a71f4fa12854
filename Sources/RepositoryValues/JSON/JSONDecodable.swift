#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can be an element of a JSON array or the value of a key.
///
/// Every ``JSONDecodable`` conforms, and so does `Optional`. So `[Int?]` can be decoded, while a
/// property must declare the meaning of null, with ``JSONReader/valueOrNull()``.
public protocol JSONElementDecodable: NonisolatedConformance {
    /// Decodes a value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value; afterwards, after
    ///   its last byte.
    /// - Throws: ``JSONError`` if the value is of another type.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A type that can be decoded from JSON text.
///
/// ```swift
/// let message = try Message(jsonData: body)
/// let messages = try [Message](jsonData: body)
/// ```
///
/// Generated types conform with code that decodes their properties directly from the bytes. By
/// hand:
///
/// ```swift
/// extension Point: JSONDecodable {
///     init(from reader: inout JSONReader) throws(JSONError) {
///         var x: Double?
///         var y: Double?
///         try reader.beginObject()
///         while let key = try reader.nextKey() {
///             switch key {
///             case "x": x = try reader.value()
///             case "y": y = try reader.value()
///             default: try reader.skipValue()
///             }
///         }
///         self.x = try reader.require(x, "x")
///         self.y = try reader.require(y, "y")
///     }
/// }
/// ```
///
/// If a key occurs twice, the last one counts.
public protocol JSONDecodable: JSONElementDecodable {}

extension JSONDecodable {
    /// Decodes a value from the bytes of a JSON text.
    ///
    /// - Parameters:
    ///   - jsonBytes: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    /// - Throws: ``JSONError`` if the bytes are not JSON, or not of this type.
    @inlinable
    public init(jsonBytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonBytes, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }

    /// Decodes a value from the data of a JSON text.
    ///
    /// - Parameters:
    ///   - jsonData: The text as UTF-8; a leading byte order mark is ignored.
    ///   - limits: The limits for length and nesting depth.
    /// - Throws: ``JSONError`` if the data is not JSON, or not of this type.
    @inlinable
    public init(jsonData: Data, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonData, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }

    /// Decodes a value from a JSON text.
    ///
    /// - Parameters:
    ///   - jsonText: The text.
    ///   - limits: The limits for length and nesting depth.
    /// - Throws: ``JSONError`` if the text is not JSON, or not of this type.
    @inlinable
    public init(jsonText: String, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonText, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }
}
