/// A structure that declares its properties once, for encoding as a JSON object and as a
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
/// Generated types conform. Because there is a single list of properties, both forms always agree.
public protocol MemberEncodable: JSONEncodable, DictionaryRepresentable {
    /// Writes the properties in order.
    ///
    /// - Parameter writer: The writer.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable)
}

extension MemberEncodable {
    /// Writes the properties as a JSON object.
    @inlinable
    public func encode(to writer: inout JSONWriter) {
        guard writer.hasStackRoom else { return writer.failTooDeep() }
        writer.beginObject()
        encodeMembers(to: &writer)
        writer.endObject()
    }

    /// The properties as a dictionary.
    @inlinable
    public var dictionary: [String: any Sendable] {
        var writer = DictionaryWriter()
        encodeMembers(to: &writer)
        return writer.dictionary
    }
}
