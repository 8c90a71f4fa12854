package import Diagnostics

/// What `repogen.yaml` says: which schemas become which output.
package struct ProjectConfiguration: Hashable, Sendable {
    /// Who may see what is generated.
    package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
        /// Other modules too; the default.
        case `public`
        /// The modules of the same package.
        case `package`
        /// The module it is generated into.
        case `internal`
    }

    /// What a file of the output holds.
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
        /// Where the configuration names each of them; none where it does not.
        package var schemaPlaces: [SourceRange] = []
        /// The folder that the generated files go to, relative to the configuration file.
        package var output: String
        /// Who may see what is generated.
        package var access: AccessLevel
        /// What a file of the output holds.
        package var grouping: Grouping
        /// Whether drafts and patches can be read too, as a server does.
        package var isServer: Bool
        /// The folder of templates that go before the built-in ones, relative to the configuration file.
        package var templates: String?
        /// The protocols that every entity, value, enumeration and union conforms to, each once.
        package var conformances: [String]
        /// The module that the files are compiled into; nil where the folder tells.
        package var module: String?
        /// The modules of the outputs whose types the schemas may name, each once.
        package var imports: [String]
        /// Where the configuration names each of them; none where it does not.
        package var importPlaces: [SourceRange] = []
        /// What the files may cost; nil where nothing limits that.
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
            self.output = output
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
