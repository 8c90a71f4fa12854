import Templates

/// The public information about a template: its purpose, its names and its built-in text.
package struct TemplateReference: Sendable {
    /// A name that the template can use.
    package struct Name: Sendable {
        /// The kind of value of a name.
        package enum Kind: String, Sendable {
            /// Text within a line.
            case text
            /// Lines, possibly none; also a section that is rendered if there is a line.
            case lines
            /// A section in which further names can be used.
            case section
        }

        /// The name.
        package let name: String
        /// The kind of its value.
        package let kind: Kind
        /// Its value, in a sentence.
        package let documentation: String
        /// The further names in a section.
        package let inner: [Name]
    }

    /// The name of the template, and of its file without the extension.
    package let name: String
    /// Its result, in a sentence.
    package let summary: String
    /// The names that it can use, in alphabetical order.
    package let names: [Name]
    /// The built-in template.
    package let text: String

    /// All templates, in alphabetical order.
    package static let all: [TemplateReference] = {
        TemplateLibrary.builtIn.map { template in
            let file = FileTemplate(rawValue: template.name)
            let own =
                file.map { names(of: $0.vocabulary) }
                ?? commonNames(scopes(of: template.name))
            let all = own + names(of: TemplateRenderer.constants)
            return TemplateReference(
                name: template.name,
                summary: file?.summary ?? PartTemplate(rawValue: template.name)?.summary ?? "",
                names: all.sorted { $0.name < $1.name },
                text: template.text
            )
        }
    }()

    /// The scopes of the built-in template with a name: that of its view model, or those in which
    /// the built-in templates include it.
    static func scopes(of name: String) -> [TemplateCheck.Scope] {
        FileTemplate(rawValue: name).map { [TemplateCheck.Scope($0.vocabulary)] }
            ?? scopesOfParts[name] ?? []
    }

    private static let scopesOfParts: [String: [TemplateCheck.Scope]] = {
        let templates = Dictionary(TemplateLibrary.builtIn.map { ($0.name, $0) }) { $1 }
        var check = TemplateCheck(templates: templates, constants: TemplateRenderer.constants)
        for file in FileTemplate.allCases {
            guard let template = templates[file.rawValue] else { continue }
            check.check(template, vocabulary: file.vocabulary)
        }
        return check.scopesOfParts
    }()

    /// The names that a part can use wherever the built-in templates include it.
    private static func commonNames(_ scopes: [TemplateCheck.Scope]) -> [Name] {
        guard let first = scopes.first else { return [] }
        let common = scopes.map { Set($0.names) }.reduce(Set(first.names)) { $0.intersection($1) }
        var seen: Set<String> = []
        return first.vocabularies.flatMap(names(of:)).filter {
            common.contains($0.name) && seen.insert($0.name).inserted
        }
    }

    private static func names(of vocabulary: TemplateVocabulary) -> [Name] {
        vocabulary.entries.map { entry in
            let (kind, inner): (Name.Kind, [Name]) =
                switch entry.meaning {
                case .text: (.text, [])
                case .block: (.lines, [])
                case .model(let vocabulary): (.section, names(of: vocabulary))
                }
            return Name(
                name: entry.name,
                kind: kind,
                documentation: entry.documentation,
                inner: inner
            )
        }
    }
}

/// The templates that are never rendered on their own.
enum PartTemplate: String, CaseIterable {
    case conversions = "Conversions"
    case description = "Description"
    case reading = "Reading"
    case writing = "Writing"

    /// The result of the template, in a sentence.
    var summary: String {
        switch self {
        case .conversions: "The decoding and encoding of a type; included by Entity and Value."
        case .description: "A description without secrets; included by the templates of types."
        case .reading: "Decoding from JSON and dictionaries; included by Conversions."
        case .writing: "Encoding to JSON and dictionaries; included by Conversions."
        }
    }
}

extension FileTemplate {
    /// The result of the template, in a sentence.
    var summary: String {
        switch self {
        case .api: "A service: its base URLs and conventions."
        case .closedEnumeration: "An enum that rejects unknown values."
        case .endpoint: "An endpoint: the type of a request."
        case .endpointRepository: "A repository of endpoints: a protocol and its implementation."
        case .entity: "An entity, with its Draft, Patch and Fields."
        case .entityRepository: "A repository of an entity: a protocol and its implementation."
        case .header: "The first lines of every file; included by the other templates."
        case .mock: "The mock of a repository."
        case .openEnumeration: "An enum that keeps unknown values."
        case .relations: "The functions that follow the references of an entity."
        case .runtimeVersion: "The version check of the runtime, in a separate file."
        case .scalar: "A scalar: a name for a domain type."
        case .union: "A union: a value of one of several types."
        case .value: "A value: a struct without an identity."
        }
    }
}
