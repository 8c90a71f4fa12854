/// A property of an entity for a file on the server.
///
/// The JSON of the entity contains what the server reports about the file: its URL, version or
/// name. The bytes have a separate URL below that of the entity:
///
///     extension FileProperty where Entity == Message {
///         static var photo: Self { Self("photo", mediaType: "image/jpeg") }   // PUT, GET, DELETE messages/:id/photo
///     }
///     try await messages.attach(jpeg, as: .photo, to: message.id)
///
/// Generated code declares one for each property with `file:` in the schema.
public struct FileProperty<Entity: RepositoryValues.Entity>: Hashable, Sendable {
    /// The JSON key of the property.
    public let key: String
    /// The media type of sent bytes.
    public let mediaType: String
    /// The path of the bytes, relative to that of the entity.
    public let path: String

    /// Creates a file property.
    ///
    /// - Parameters:
    ///   - key: The JSON key of the property, one of `EntitySchema.files`.
    ///   - mediaType: The media type of sent bytes.
    ///   - path: The percent-encoded path of the bytes, relative to that of the entity; the key by
    ///     default.
    public init(
        _ key: String,
        mediaType: String = "application/octet-stream",
        path: String? = nil
    ) {
        self.key = key
        self.mediaType = mediaType
        self.path = path ?? PercentEncoding.encode(key)
    }
}
