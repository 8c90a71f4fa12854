/// A value of a domain that has no identity, such as coordinates.
///
/// It is read from, and written to, JSON bytes and dictionaries.
public protocol ValueObject: DictionaryInitializable, DictionaryRepresentable, JSONDecodable,
    JSONEncodable, Sendable
{}
