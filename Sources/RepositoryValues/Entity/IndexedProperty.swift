/// A property that queries find without reading every document.
public struct IndexedProperty: Hashable, Sendable {
    /// What the values of a property are, and so how they compare.
    public indirect enum Kind: Hashable, Sendable {
        /// Text, compared as Swift compares strings.
        case text
        /// Integers.
        case integer
        /// Any numbers.
        case real
        /// Numbers of single precision.
        case float
        /// `true` and `false`.
        case boolean
        /// Days.
        case day
        /// UUIDs, in capital letters or not.
        case uuid
        /// Addresses.
        case url
        /// Numbers, or `true` and `false`, of another kind that are written as text.
        case quoted(Kind)
        /// Dates, compared by their instants, in the forms that a codec reads.
        case date(DateCodec)
    }

    /// The key of the property in JSON.
    public var key: String
    /// What its values are.
    public var kind: Kind

    /// Creates an indexed property.
    ///
    /// - Parameters:
    ///   - key: The key of the property in JSON.
    ///   - kind: What its values are.
    public init(_ key: String, _ kind: Kind) {
        self.key = key
        self.kind = kind
    }
}
