import Diagnostics

/// The encoding of a body, as written in a schema.
struct MediaDeclaration: Hashable, Sendable {
    var form: CheckedMedia.Form
    /// The place of the body.
    var range: SourceRange
    var mediaType: Located<String>?
    var arrays: CheckedMedia.Arrays?
    var objects: CheckedMedia.Objects?
    var lastEvent: Located<String>?

    /// The checked encoding, if it is valid.
    var checked: CheckedMedia {
        var media = CheckedMedia(form: form, mediaType: mediaType?.value)
        if let arrays { media.arrays = arrays }
        if let objects { media.objects = objects }
        media.lastEvent = lastEvent?.value
        return media
    }
}

/// A field of a form or a part of a multipart body, which the caller passes like a parameter.
struct PartDeclaration: Hashable, Sendable {
    /// Its name and type; the type of a file is that of its bytes.
    var property: PropertyDeclaration
    /// Whether it is a file.
    var isFile: Bool
}
