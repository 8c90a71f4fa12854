/// The rules for templates, by their stable identifiers.
package enum TemplateRule: String, CaseIterable, Sendable {
    /// A file in the folder of templates has the name of none.
    case unknownFile = "template-unknown-file"
    /// The file is no text in UTF-8, or has control characters.
    case encoding = "template-encoding"
    /// The template is too large, by itself or with what it includes.
    case tooLarge = "template-too-large"
    /// The template includes itself.
    case recursion = "template-recursion"
    /// A tag names nothing that its view model has.
    case unknownName = "template-unknown-name"
    /// A text is used as a section, or a section as a text.
    case wrongUse = "template-wrong-use"
    /// Braces or sections are not closed, or closed in another order.
    case nesting = "template-nesting"
    /// A tag is none of core Mustache.
    case unsupported = "template-unsupported"
}
