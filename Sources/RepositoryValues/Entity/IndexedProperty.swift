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
        /// Lists, of which the elements are found.
        case elements(Kind)
        /// Objects, of which the value under a key is found.
        case member(String, Kind)
    }

    /// The key of the property in JSON.
    public var key: String
    /// What its values are; of an object or a list of objects, what is found in it.
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

extension IndexedProperty.Kind {
    /// The keys that lead into an object, to what is found there; none for any other kind.
    package var path: [String] {
        if case .member(let key, let kind) = self { [key] + kind.path } else { [] }
    }

    /// What is found at the end of ``path``.
    package var leaf: IndexedProperty.Kind {
        if case .member(_, let kind) = self { kind.leaf } else { self }
    }

    /// The kind of objects in which some keys lead to a value of this one.
    package func at(_ path: [String]) -> IndexedProperty.Kind {
        path.reversed().reduce(self) { .member($1, $0) }
    }
}
