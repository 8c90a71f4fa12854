/// A file of a site.
package struct SiteFile: Hashable, Sendable {
    /// The path below the folder of the site, with forward slashes.
    package let path: String
    /// The contents.
    package let contents: String

    /// Creates a file.
    package init(path: String, contents: String) {
        self.path = path
        self.contents = contents
    }
}
