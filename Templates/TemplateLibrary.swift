/// A Mustache template, by the name under which others include it.
package struct Template: Hashable, Sendable {
    /// The name of its file, without the extension.
    package let name: String
    /// The text.
    package let text: String
    /// The path under which diagnostics speak of it.
    package let path: String
    /// Whether it comes with the tool; otherwise a user wrote it.
    package let isBuiltIn: Bool

    /// Makes a template of a text that a user wrote.
    ///
    /// - Parameters:
    ///   - name: the name, by which it goes before the built-in one.
    ///   - text: the text.
    ///   - path: the path of its file; the name with the extension, where there is none.
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

    /// What the name of a template's file ends in.
    package static let fileExtension = ".mustache"
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
