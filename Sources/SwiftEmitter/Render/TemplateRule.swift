/// The rules for templates, with their stable identifiers.
package enum TemplateRule: String, CaseIterable, Sendable {
    /// A file in the templates folder does not have the name of a template.
    case unknownFile = "template-unknown-file"
    /// The file is not UTF-8 text, or contains control characters.
    case encoding = "template-encoding"
    /// The template is too large, on its own or with its includes.
    case tooLarge = "template-too-large"
    /// The template includes itself.
    case recursion = "template-recursion"
    /// A tag has a name that its view model does not have.
    case unknownName = "template-unknown-name"
    /// Text is used as a section, or a section as text.
    case wrongUse = "template-wrong-use"
    /// Braces or sections are not closed, or closed in another order.
    case nesting = "template-nesting"
    /// A tag is not part of core Mustache.
    case unsupported = "template-unsupported"
}
