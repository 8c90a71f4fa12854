/// A Mustache template, by the name under which others include it.
package struct Template: Hashable, Sendable {
    /// The name of its file, without the extension.
    package let name: String
    /// The text.
    package let text: String
    /// The path that diagnostics show for it.
    package let path: String
    /// Whether it is built in, rather than written by a user.
    package let isBuiltIn: Bool

    /// Makes a template from a text that a user wrote.
    ///
    /// - Parameters:
    ///   - name: The name, which replaces the built-in template of the same name.
    ///   - text: The text.
    ///   - path: The path of its file; by default, the name with the extension.
    package init(name: String, text: String, path: String? = nil) {
        self.name = name
        self.text = text
        self.path = path ?? name + Self.fileExtension
        isBuiltIn = false
    }

    fileprivate init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
        path = name + Self.fileExtension
        isBuiltIn = true
    }

    /// The extension of template files.
    package static let fileExtension = ".mustache"
}

/// The built-in templates, with their texts from `Swift/*.mustache`.
///
/// The package manager embeds each file as `PackageResources.<name>_mustache` and rejects two files
/// with the same name, even in different folders.
package enum TemplateLibrary {
    /// The templates, in alphabetical order by name.
    package static let builtIn: [Template] = [
        Template("API", PackageResources.API_mustache),
        Template("ClosedEnumeration", PackageResources.ClosedEnumeration_mustache),
        Template("Conversions", PackageResources.Conversions_mustache),
        Template("Description", PackageResources.Description_mustache),
        Template("Endpoint", PackageResources.Endpoint_mustache),
        Template("EndpointRepository", PackageResources.EndpointRepository_mustache),
        Template("Entity", PackageResources.Entity_mustache),
        Template("EntityRepository", PackageResources.EntityRepository_mustache),
        Template("Header", PackageResources.Header_mustache),
        Template("Mock", PackageResources.Mock_mustache),
        Template("OpenEnumeration", PackageResources.OpenEnumeration_mustache),
        Template("Reading", PackageResources.Reading_mustache),
        Template("Relations", PackageResources.Relations_mustache),
        Template("RuntimeVersion", PackageResources.RuntimeVersion_mustache),
        Template("Scalar", PackageResources.Scalar_mustache),
        Template("Union", PackageResources.Union_mustache),
        Template("Value", PackageResources.Value_mustache),
        Template("Writing", PackageResources.Writing_mustache),
    ]
}
