import Diagnostics

/// The file that a property stands for, as written.
struct FileDeclaration: Hashable, Sendable {
    /// The media type of the bytes; nil if it could not be read.
    var mediaType: Located<String>?
    /// The path of the bytes, behind that of the entity; nil for the key of the property.
    var path: Located<String>?
    /// Where it is written.
    var range: SourceRange
}
