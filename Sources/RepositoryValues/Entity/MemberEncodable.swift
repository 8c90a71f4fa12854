/// A structure that says its members once, to be written in both forms: as a JSON object and as a
/// dictionary.
///
/// ```swift
/// extension Point: MemberEncodable {
///     func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
///         writer.reserve(members: 2)
///         writer.member("x", x)
///         writer.member("y", y)
///     }
/// }
/// ```
///
/// Generated types conform so. Both forms have the same members in the same words, because there is
/// only one list of them.
public protocol MemberEncodable: JSONEncodable, DictionaryRepresentable {
    /// Writes the members, in their order.
    ///
    /// - Parameter writer: Takes the members.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable)
}

extension MemberEncodable {
    /// Writes the members as a JSON object.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginObject()
        encodeMembers(to: &writer)
        writer.endObject()
    }

    /// The members as a dictionary.
    @inlinable
    public var dictionary: [String: any Sendable] {
        var writer = DictionaryWriter()
        encodeMembers(to: &writer)
        return writer.dictionary
    }
}
