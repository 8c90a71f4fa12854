#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can stand inside a JSON array or be the value of a JSON object's member.
///
/// Every ``JSONDecodable`` is one. `Optional` is one too, and nothing more: so `[Int?]` can be read,
/// while a property must say what null means, with ``JSONReader/valueOrNull()`` or
/// ``JSONReader/presence()``.
public protocol JSONElementDecodable: NonisolatedConformance {
    /// Reads one value.
    ///
    /// - Parameter reader: Stands at the first byte of the value; left just behind its last.
    /// - Throws: ``JSONError`` when what stands there is not such a value.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A type that is read from JSON text.
///
/// ```swift
/// let message = try Message(jsonData: body)
/// let messages = try [Message](jsonData: body)
/// ```
///
/// Generated types conform with code that reads their members straight from the bytes. By hand:
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
/// When a key is there twice, the last one counts.
public protocol JSONDecodable: JSONElementDecodable {}

extension JSONDecodable {
    /// Reads a value from the bytes of a whole JSON text.
    ///
    /// - Parameters:
    ///   - jsonBytes: The text as UTF-8; a byte order mark in front is ignored.
    ///   - limits: How long and how deep the text may be.
    /// - Throws: ``JSONError`` when the bytes are not JSON, or not this type.
    @inlinable
    public init(jsonBytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonBytes, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }

    /// Reads a value from the data of a whole JSON text.
    ///
    /// - Parameters:
    ///   - jsonData: The text as UTF-8; a byte order mark in front is ignored.
    ///   - limits: How long and how deep the text may be.
    /// - Throws: ``JSONError`` when the data is not JSON, or not this type.
    @inlinable
    public init(jsonData: Data, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonData, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }

    /// Reads a value from a whole JSON text.
    ///
    /// - Parameters:
    ///   - jsonText: The text.
    ///   - limits: How long and how deep the text may be.
    /// - Throws: ``JSONError`` when the text is not JSON, or not this type.
    @inlinable
    public init(jsonText: String, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(jsonText, limits: limits) {
            (reader: inout JSONReader) throws(JSONError) in try Self(from: &reader)
        }
    }
}
