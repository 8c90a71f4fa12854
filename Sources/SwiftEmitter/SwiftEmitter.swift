package import SchemaLanguage
import Templates

/// The back end as one call: from a checked schema to the files of a data layer.
///
///     let emitter = try SwiftEmitter()
///     for file in emitter.emit(schema) { … }
///
/// Translation makes every decision, into view models; templates lay them out. Neither can fail for a
/// reason that lies in a schema.
package struct SwiftEmitter: Sendable {
    /// What holds for all files of an output.
    package struct Configuration: Hashable, Sendable {
        /// Who may see what is generated.
        package var access: ProjectConfiguration.AccessLevel
        /// The tool, as the header of each file names it; its first word is known to
        /// ``GeneratedFile/headerStart``.
        package var tool: String

        /// Makes a configuration.
        package init(
            access: ProjectConfiguration.AccessLevel = .public,
            tool: String = "Repogen"
        ) {
            self.access = access
            self.tool = tool
        }
    }

    private let access: ProjectConfiguration.AccessLevel
    private let renderer: TemplateRenderer

    /// Loads and checks the templates.
    ///
    /// - Throws: ``TemplateError`` where a template names something that its view model has not.
    package init(configuration: Configuration = Configuration()) throws(TemplateError) {
        try self.init(configuration: configuration, templates: TemplateLibrary.builtIn)
    }

    init(configuration: Configuration, templates: [Template]) throws(TemplateError) {
        access = configuration.access
        renderer = try TemplateRenderer(
            templates,
            constants: ["access": access.modifier, "tool": configuration.tool]
        )
    }

    /// The files of a schema, sorted by path; the same for the same schema on every machine.
    package func emit(_ schema: CheckedSchema) -> [GeneratedFile] {
        let translator = SchemaTranslator(schema, access: access)
        var session = RenderingSession(renderer)
        var table = FileTable()
        // First, so that it keeps its name.
        table.add(
            session.render(RuntimeVersionModel(), with: .runtimeVersion),
            named: "RuntimeVersion",
            in: nil
        )
        translator.translate { file in
            let contents = session.render(file.model, with: file.template)
            table.add(contents, named: file.name, in: file.folder)
        }
        return table.files
    }
}

extension ProjectConfiguration.AccessLevel {
    /// The modifier with a space after it; nothing for what Swift takes for granted.
    var modifier: String {
        switch self {
        case .public: "public "
        case .package: "package "
        case .internal: ""
        }
    }
}
