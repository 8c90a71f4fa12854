#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The identity of one type of entity, which the compiler does not take for that of another type.
///
/// ```swift
/// let post = try await posts.find(id: 7)            // a literal is an identity of whatever is asked for
/// let author = try await users.find(id: post.author)
/// try await users.find(id: post.id)                 // error: a Post.ID is no User.ID
///
/// let id = User.ID(number)                          // from a plain value
/// print(id.rawValue)                                // and back
/// ```
///
/// Generated entities have one as their `ID` if the schema says `typed: true`. It is compared, hashed, ordered,
/// described and coded as its raw value is, so JSON, requests and stores have the same bytes with it as without.
@frozen
public struct TypedIdentity<Owner, RawValue> {
    /// The plain value: text, a whole number or a UUID.
    public var rawValue: RawValue

    /// Creates an identity of a plain value.
    ///
    /// - Parameter rawValue: The plain value.
    @inlinable
    public init(rawValue: RawValue) {
        self.rawValue = rawValue
    }

    /// Creates an identity of a plain value.
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
    /// Whether the raw value of one identity is less than that of another.
    @inlinable
    public static func < (first: TypedIdentity, second: TypedIdentity) -> Bool {
        first.rawValue < second.rawValue
    }
}

// MARK: - Text

extension TypedIdentity: CustomStringConvertible, CustomDebugStringConvertible {
    /// The raw value as text.
    public var description: String { String(describing: rawValue) }

    /// The raw value as debuggers show it.
    public var debugDescription: String { String(reflecting: rawValue) }
}

extension TypedIdentity: LosslessStringConvertible where RawValue: LosslessStringConvertible {
    /// Creates an identity of the text of a raw value.
    ///
    /// - Parameter description: The text; nil comes of one that stands for no raw value.
    @inlinable
    public init?(_ description: String) {
        guard let rawValue = RawValue(description) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity where RawValue == String {
    /// Creates an identity of a text, which always is one.
    ///
    /// - Parameter rawValue: The text.
    @inlinable
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }
}

extension TypedIdentity where RawValue == UUID {
    /// Creates a new identity, as a client makes one: `Note.Draft(id: Note.ID(), …)`.
    public init() {
        self.init(rawValue: UUID())
    }
}
