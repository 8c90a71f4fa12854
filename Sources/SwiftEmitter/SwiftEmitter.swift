package import Diagnostics
package import SchemaLanguage
import Templates

/// The back end in one call: from a checked schema to the files of a data layer.
///
///     let emitter = try SwiftEmitter()
///     for file in emitter.emit(schema) { … }
///
/// Translation makes every decision, into view models; templates lay them out. A checked schema
/// cannot make either of them fail.
package struct SwiftEmitter: Sendable {
    /// The settings for all files of an output.
    package struct Configuration: Hashable, Sendable {
        /// The access level of generated declarations.
        package var access: ProjectConfiguration.AccessLevel
        /// The declarations that a file contains.
        package var grouping: ProjectConfiguration.Grouping
        /// Whether drafts and patches can also be decoded.
        package var isServer: Bool
        /// Whether the schemas of other outputs use the declarations, too: all entities then have
        /// drafts and patches.
        package var isImported: Bool
        /// The name of the tool in the header of each file; its first word is part of
        /// ``GeneratedFile/headerStart``.
        package var tool: String

        /// Makes a configuration.
        package init(
            access: ProjectConfiguration.AccessLevel = .public,
            grouping: ProjectConfiguration.Grouping = .declaration,
            isServer: Bool = false,
            isImported: Bool = false,
            tool: String = "Repogen"
        ) {
            self.access = access
            self.grouping = grouping
            self.isServer = isServer
            self.isImported = isImported
            self.tool = tool
        }
    }

    private let configuration: Configuration
    private let renderer: TemplateRenderer

    /// Loads and checks the templates.
    ///
    /// - Parameters:
    ///   - configuration: The settings for all files.
    ///   - files: The templates of a user, which replace the built-in ones of the same names.
    /// - Throws: ``TemplateError`` with all mistakes in the templates, at their positions in
    ///   `files`.
    package init(
        configuration: Configuration = Configuration(),
        userTemplates files: [SourceFile] = []
    ) throws(TemplateError) {
        let overrides = TemplateOverrides(files)
        do throws(TemplateError) {
            try self.init(configuration: configuration, templates: overrides.templates)
        } catch {
            throw TemplateError(diagnostics: overrides.diagnostics + error.diagnostics)
        }
        guard overrides.diagnostics.isEmpty else {
            throw TemplateError(diagnostics: overrides.diagnostics)
        }
    }

    init(configuration: Configuration, templates: [Template]) throws(TemplateError) {
        self.configuration = configuration
        renderer = try TemplateRenderer(
            templates,
            constants: ["access": configuration.access.modifier, "tool": configuration.tool],
            grouping: configuration.grouping
        )
    }

    /// The files of a schema, sorted by path; identical for the same schema on every machine.
    package func emit(_ schema: CheckedSchema) -> [GeneratedFile] {
        var session = RenderingSession(renderer)
        let translator = SchemaTranslator(
            schema,
            access: configuration.access,
            isServer: configuration.isServer,
            isImported: configuration.isImported
        )
        let rendered = renderer.render(translator.translations)
        var table = FileTable()
        // The compiler rejects two files with the same name in a module, which may contain several
        // outputs: the name of a declaration makes this one unique.
        table.add(
            session.render(RuntimeVersionModel(), with: .runtimeVersion),
            named: GeneratedFile.runtimeVersionName(after: rendered.first?.name),
            in: nil
        )
        switch configuration.grouping {
        case .declaration:
            for file in rendered {
                table.add(file.text, named: file.name, in: file.folder)
            }
        case .schema:
            var groups = SchemaGroups()
            for file in rendered { groups.add(file) }
            for group in groups.sorted {
                let header = session.render(group.header, with: .header)
                table.add(
                    header + [UInt8(ascii: "\n")] + group.contents,
                    ofSchema: group.header.schemaPath
                )
            }
        }
        return table.files
    }
}

extension ProjectConfiguration.AccessLevel {
    /// The modifier with a space after it; empty for the default of Swift.
    var modifier: String {
        switch self {
        case .public: "public "
        case .package: "package "
        case .internal: ""
        }
    }
}
