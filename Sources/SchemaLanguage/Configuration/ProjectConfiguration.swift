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

    /// How what is generated is spread over files.
    package enum Grouping: String, Hashable, Sendable, CaseIterable {
        /// A file for each declaration; the default.
        case declaration
        /// A file for each schema.
        case schema
    }

    /// One set of schemas with one output.
    package struct Output: Hashable, Sendable {
        /// The schema folders or files, relative to the configuration file.
        package var schemas: [String]
        /// The folder that the generated files go to, relative to the configuration file.
        package var output: String
        /// Who may see what is generated.
        package var access: AccessLevel
        /// How it is spread over files.
        package var grouping: Grouping
        /// The protocols that every entity, value, enumeration and union conforms to, each once.
        package var conformances: [String]

        /// Makes an output.
        package init(
            schemas: [String],
            output: String,
            access: AccessLevel = .public,
            grouping: Grouping = .declaration,
            conformances: [String] = []
        ) {
            self.schemas = schemas
            self.output = output
            self.access = access
            self.grouping = grouping
            self.conformances = conformances
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
