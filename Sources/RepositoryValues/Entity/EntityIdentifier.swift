#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that identifies an entity among all others of its type.
public protocol EntityIdentifier: Hashable, Sendable {
    /// The identity as one path component of a URL, not percent-encoded.
    var pathComponent: String { get }
}

extension EntityIdentifier where Self: FixedWidthInteger {
    /// The number in decimal digits.
    public var pathComponent: String { String(self) }
}

extension EntityIdentifier where Self: OpenEnum, RawValue: EntityIdentifier {
    /// The path component of the raw value.
    public var pathComponent: String { rawValue.pathComponent }
}

extension String: EntityIdentifier {
    /// The string itself.
    public var pathComponent: String { self }
}

extension UUID: EntityIdentifier {
    /// The identity in lower case, as in RFC 9562: many services compare it as a string.
    public var pathComponent: String { uuidString.lowercased() }
}

extension Int: EntityIdentifier {}
extension Int8: EntityIdentifier {}
extension Int16: EntityIdentifier {}
extension Int32: EntityIdentifier {}
extension Int64: EntityIdentifier {}
extension UInt: EntityIdentifier {}
extension UInt8: EntityIdentifier {}
extension UInt16: EntityIdentifier {}
extension UInt32: EntityIdentifier {}
extension UInt64: EntityIdentifier {}
