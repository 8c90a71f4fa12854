import Diagnostics

/// The file of a property, as written.
struct FileDeclaration: Hashable, Sendable {
    /// The media type of the bytes; nil if it could not be read.
    var mediaType: Located<String>?
    /// The path of the bytes, below that of the entity; nil for the key of the property.
    var path: Located<String>?
    /// Its place.
    var range: SourceRange
}
