#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An identity that can be created from its string form in a path.
///
/// The ``EntityIdentifier/pathComponent`` of an identity creates an equal identity.
public protocol PathIdentifier: EntityIdentifier {
    /// Creates an identity from one path component of a URL.
    ///
    /// - Parameter pathComponent: The component, not percent-encoded; the result is nil if it is
    ///   not an identity.
    init?(pathComponent: String)
}

extension PathIdentifier where Self: FixedWidthInteger {
    /// Creates a number from decimal digits, without a plus sign or leading zeros.
    ///
    /// - Parameter pathComponent: The digits.
    public init?(pathComponent: String) {
        guard let number = Self(pathComponent), number.description == pathComponent else {
            return nil
        }
        self = number
    }
}

extension String: PathIdentifier {
    /// Uses the string itself, unless it is empty.
    ///
    /// - Parameter pathComponent: The string.
    public init?(pathComponent: String) {
        guard !pathComponent.isEmpty else { return nil }
        self = pathComponent
    }
}

extension UUID: PathIdentifier {
    /// Creates an identity from its usual form, in upper or lower case.
    ///
    /// - Parameter pathComponent: The identity as a string.
    public init?(pathComponent: String) {
        self.init(uuidString: pathComponent)
    }
}

extension Int: PathIdentifier {}
extension Int8: PathIdentifier {}
extension Int16: PathIdentifier {}
extension Int32: PathIdentifier {}
extension Int64: PathIdentifier {}
extension UInt: PathIdentifier {}
extension UInt8: PathIdentifier {}
extension UInt16: PathIdentifier {}
extension UInt32: PathIdentifier {}
extension UInt64: PathIdentifier {}
