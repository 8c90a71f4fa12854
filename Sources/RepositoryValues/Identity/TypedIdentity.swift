#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The identity of an entity, as a type that differs for each type of entity.
///
/// ```swift
/// let post = try await posts.find(id: 7)
/// let author = try await users.find(id: post.author)
/// try await users.find(id: post.id)   // error: cannot convert Post.ID to User.ID
///
/// let id = User.ID(number)
/// print(id.rawValue)
/// ```
///
/// It is the `ID` of a generated entity if the schema declares `typed: true`. Comparison, order,
/// hashing, descriptions and all conversions are those of the raw value, so JSON, requests and
/// stores contain the same bytes as with plain identities.
@frozen
public struct TypedIdentity<Owner, RawValue> {
    /// The plain value: a string, an integer or a UUID.
    public let rawValue: RawValue

    /// Creates an identity from a plain value.
    ///
    /// - Parameter rawValue: The plain value.
    @inlinable
    public init(rawValue: RawValue) {
        self.rawValue = rawValue
    }

    /// Creates an identity from a plain value.
    ///
    /// - Parameter rawValue: The plain value.
    @inlinable
    public init(_ rawValue: RawValue) {
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity: Sendable where RawValue: Sendable {}
extension TypedIdentity: Equatable where RawValue: Equatable {}
extension TypedIdentity: Hashable where RawValue: Hashable {}

extension TypedIdentity: Comparable where RawValue: Comparable {
    /// Returns whether the raw value of one identity is less than that of another.
    @inlinable
    public static func < (first: TypedIdentity, second: TypedIdentity) -> Bool {
        first.rawValue < second.rawValue
    }
}

// MARK: - Text

extension TypedIdentity: CustomStringConvertible, CustomDebugStringConvertible {
    /// The raw value as a string.
    public var description: String { String(describing: rawValue) }

    /// The raw value as shown by debuggers.
    public var debugDescription: String { String(reflecting: rawValue) }
}

extension TypedIdentity: LosslessStringConvertible where RawValue: LosslessStringConvertible {
    /// Creates an identity from the string form of a raw value.
    ///
    /// - Parameter description: The string. The result is nil if it is not the form of a raw value.
    @inlinable
    public init?(_ description: String) {
        guard let rawValue = RawValue(description) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity where RawValue == String {
    /// Creates an identity from a string.
    ///
    /// - Parameter rawValue: The string.
    @inlinable
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity where RawValue == UUID {
    /// Creates a new identity, for an entity whose identity the client assigns:
    /// `Note.Draft(id: Note.ID())`.
    public init() {
        self.init(rawValue: UUID())
    }
}
