#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An identity that can be made of the text that stands for it in a path.
///
/// An identity of its ``EntityIdentifier/pathComponent`` is the identity again.
public protocol PathIdentifier: EntityIdentifier {
    /// Makes an identity of one component of a URL's path.
    ///
    /// - Parameter pathComponent: The component, not percent-encoded; nil comes of one that is no identity.
    init?(pathComponent: String)
}

extension PathIdentifier where Self: FixedWidthInteger {
    /// Makes a number of decimal digits, without a plus sign and zeros in front.
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
    /// Takes the text itself, unless it is empty.
    ///
    /// - Parameter pathComponent: The text.
    public init?(pathComponent: String) {
        guard !pathComponent.isEmpty else { return nil }
        self = pathComponent
    }
}

extension UUID: PathIdentifier {
    /// Makes an identifier of its usual form, in letters of any case.
    ///
    /// - Parameter pathComponent: The identifier as text.
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
