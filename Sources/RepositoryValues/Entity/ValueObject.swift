/// A value without an identity, such as coordinates.
///
/// It can be decoded from and encoded as JSON and dictionaries.
public protocol ValueObject: DictionaryInitializable, DictionaryRepresentable, JSONDecodable,
    JSONEncodable, Sendable
{}
