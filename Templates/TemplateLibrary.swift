/// A Mustache template, by the name under which others include it.
package struct Template: Hashable, Sendable {
    /// The name of its file, without the extension.
    package let name: String
    /// The text.
    package let text: String

    /// Makes a template of a text.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    fileprivate init(_ name: String, _ bytes: [UInt8]) {
        self.init(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
}

/// The templates that are built in: all there are, with their texts from `Swift/*.mustache`.
///
/// The package manager embeds each file as `PackageResources.<name>_mustache` and refuses two files
/// of one name, also in different folders.
package enum TemplateLibrary {
    /// The templates, by name in the order of the alphabet.
    package static let builtIn: [Template] = [
        Template("API", PackageResources.API_mustache),
        Template("ClosedEnumeration", PackageResources.ClosedEnumeration_mustache),
        Template("Conversions", PackageResources.Conversions_mustache),
        Template("Description", PackageResources.Description_mustache),
        Template("DictionaryWriting", PackageResources.DictionaryWriting_mustache),
        Template("Endpoint", PackageResources.Endpoint_mustache),
        Template("EndpointRepository", PackageResources.EndpointRepository_mustache),
        Template("Entity", PackageResources.Entity_mustache),
        Template("EntityRepository", PackageResources.EntityRepository_mustache),
        Template("Header", PackageResources.Header_mustache),
        Template("JSONWriting", PackageResources.JSONWriting_mustache),
        Template("Mock", PackageResources.Mock_mustache),
        Template("OpenEnumeration", PackageResources.OpenEnumeration_mustache),
        Template("RuntimeVersion", PackageResources.RuntimeVersion_mustache),
        Template("Scalar", PackageResources.Scalar_mustache),
        Template("Union", PackageResources.Union_mustache),
        Template("Value", PackageResources.Value_mustache),
    ]
}
