/// An indexed property, by which queries find entities without reading every document.
public struct IndexedProperty: Hashable, Sendable {
    /// The type of the values of a property, which determines how they are compared.
    public indirect enum Kind: Hashable, Sendable {
        /// Strings, compared like Swift strings.
        case text
        /// Integers.
        case integer
        /// Any numbers.
        case real
        /// Single-precision numbers.
        case float
        /// `true` and `false`.
        case boolean
        /// Days.
        case day
        /// UUIDs, in upper or lower case.
        case uuid
        /// URLs.
        case url
        /// Numbers or Booleans of another kind, written as strings.
        case quoted(Kind)
        /// Dates in the formats that a codec reads, compared as instants.
        case date(DateCodec)
        /// Arrays, whose elements are indexed.
        case elements(Kind)
        /// Objects, of which the value under a key is indexed.
        case member(String, Kind)
    }

    /// The JSON key of the property.
    public var key: String
    /// The type of its values; for an object or an array of objects, of the indexed part.
    public var kind: Kind

    /// Creates an indexed property.
    ///
    /// - Parameters:
    ///   - key: The JSON key of the property.
    ///   - kind: The type of its values.
    public init(_ key: String, _ kind: Kind) {
        self.key = key
        self.kind = kind
    }
}

extension IndexedProperty.Kind {
    /// The keys that lead into an object to the indexed value; empty for any other kind.
    package var path: [String] {
        if case .member(let key, let kind) = self { [key] + kind.path } else { [] }
    }

    /// The kind of the value at the end of ``path``.
    package var leaf: IndexedProperty.Kind {
        if case .member(_, let kind) = self { kind.leaf } else { self }
    }

    /// Returns the kind of objects in which a path of keys leads to a value of this kind.
    package func at(_ path: [String]) -> IndexedProperty.Kind {
        path.reversed().reduce(self) { .member($1, $0) }
    }
}
