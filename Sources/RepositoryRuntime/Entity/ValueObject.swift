/// A value of a domain that has no identity, such as coordinates.
///
/// It is read from, and written to, JSON bytes and dictionaries.
public protocol ValueObject: RecursiveValue, DictionaryInitializable, DictionaryRepresentable,
    JSONDecodable, Sendable
{}

/// A value that may contain values of its own type: a structure or a union.
///
/// Writers see to it that one that is nested too deep is an error, and no crash.
public protocol RecursiveValue: JSONEncodable {}
