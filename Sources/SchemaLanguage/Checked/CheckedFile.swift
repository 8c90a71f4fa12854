/// The file of a property.
package struct CheckedFile: Hashable, Sendable {
    /// The media type of the bytes.
    package let mediaType: String
    /// The path of the bytes, below that of the entity; nil for the key of the property.
    package let path: String?
}
