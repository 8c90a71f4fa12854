package import Diagnostics

/// The contents of `repogen.yaml`: the outputs, with their schemas.
package struct ProjectConfiguration: Hashable, Sendable {
    /// The access level of generated declarations.
    package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
        /// Visible to other modules; the default.
        case `public`
        /// Visible to the modules of the same package.
        case `package`
        /// Visible in its own module.
        case `internal`
    }

    /// The declarations in a file of the output.
    package enum Grouping: String, CaseIterable, Sendable {
        /// One declaration; the default.
        case declaration
        /// All declarations of one schema file.
        case schema
    }

    /// One set of schemas with one output.
    package struct Output: Hashable, Sendable {
        /// The schema folders or files, relative to the configuration file.
        package var schemas: [String]
        /// The place of each of them in the configuration; empty if they are not listed there.
        package var schemaPlaces: [SourceRange] = []
        /// The folder of the generated files, relative to the configuration file.
        package var output: String
        /// The access level of generated declarations.
        package var access: AccessLevel
        /// The declarations in a file of the output.
        package var grouping: Grouping
        /// Whether drafts and patches can also be decoded, for a server.
        package var isServer: Bool
        /// The folder of templates that replace the built-in ones, relative to the configuration
        /// file.
        package var templates: String?
        /// The protocols that every entity, value, enumeration and union conforms to, each once.
        package var conformances: [String]
        /// The module that the files are compiled into; nil if the folder determines it.
        package var module: String?
        /// The modules of the outputs whose types the schemas can use, each once.
        package var imports: [String]
        /// The place of each of them in the configuration; empty if they are not listed there.
        package var importPlaces: [SourceRange] = []
        /// The limits of the files; nil if there are none.
        package var budget: OutputBudget?

        /// Makes an output.
        package init(
            schemas: [String],
            output: String,
            access: AccessLevel = .public,
            grouping: Grouping = .declaration,
            isServer: Bool = false,
            templates: String? = nil,
            conformances: [String] = [],
            module: String? = nil,
            imports: [String] = []
        ) {
            self.schemas = schemas
            let parts = output.split(separator: "/").filter { $0 != "." }
            let path = (output.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
            // `./Generated/` is the same folder as `Generated`.
            self.output = path.isEmpty ? output : path
            self.access = access
            self.grouping = grouping
            self.isServer = isServer
            self.templates = templates
            self.conformances = conformances
            self.module = module
            self.imports = imports
        }
    }

    /// The outputs, at least one; their folders are distinct.
    package var outputs: [Output]
    /// The dependency file for build systems, relative to the configuration file.
    package var depfile: String?
    /// The folder of the Xcode file lists, relative to the configuration file.
    package var fileLists: String?

    /// Makes a configuration.
    package init(outputs: [Output], depfile: String? = nil, fileLists: String? = nil) {
        self.outputs = outputs
        self.depfile = depfile
        self.fileLists = fileLists
    }
}
