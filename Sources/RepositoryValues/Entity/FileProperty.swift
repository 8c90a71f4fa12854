/// A property of an entity that stands for a file on the server.
///
/// The JSON of the entity has what the server says of the file: its address, its version or its name. The bytes have
/// an address of their own, behind that of the entity:
///
///     extension FileProperty where Entity == Message {
///         static var photo: Self { Self("photo", mediaType: "image/jpeg") }   // PUT, GET, DELETE messages/:id/photo
///     }
///     try await messages.attach(jpeg, as: .photo, to: message.id)
///
/// Generated code has one for each property with `file:` in the schema.
public struct FileProperty<Entity: RepositoryValues.Entity>: Hashable, Sendable {
    /// The key of the property in JSON.
    public let key: String
    /// The media type of the bytes that are sent.
    public let mediaType: String
    /// The path of the bytes, behind that of the entity.
    public let path: String

    /// Creates a file property.
    ///
    /// - Parameters:
    ///   - key: The key of the property in JSON, one of `EntitySchema.files`.
    ///   - mediaType: The media type of the bytes that are sent.
    ///   - path: The path of the bytes, behind that of the entity, percent-encoded; the key by default.
    public init(
        _ key: String,
        mediaType: String = "application/octet-stream",
        path: String? = nil
    ) {
        self.key = key
        self.mediaType = mediaType
        self.path = path ?? key.utf8.map(Self.encoded).joined()
    }

    /// A byte of a path: itself, or percent-encoded (RFC 3986, section 2.3).
    private static func encoded(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
    }
}
