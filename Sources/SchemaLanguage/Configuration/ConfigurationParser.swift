package import Diagnostics
package import YAMLTree

/// Parses the configuration file `repogen.yaml`.
///
/// ```yaml
/// schemas: Schemas                     # a folder, a file, or a list of them; the default
/// output: Sources/App/Generated
/// access: public                       # public (default), package, internal
/// grouping: declaration                # a file for each declaration (default), or for each schema
/// server: true                         # drafts and patches can also be decoded; false by default
/// templates: Templates                 # templates that replace the built-in ones
/// conforms: [Codable]                  # protocols of every entity, value, enum and union
/// module: App                          # the module of the files; default: the folder in Sources
/// budget: { lines: 20000 }             # limits for the generated files
/// depfile: .build/repogen.d            # the inputs of the outputs, for build systems
/// fileLists: Xcode                     # the folder of the file lists for an Xcode build phase
/// ```
///
/// For several outputs, `outputs:` contains a list with all keys but the last two. Each output may
/// have `imports:`, the modules of others whose types its schemas use.
package struct ConfigurationParser {
    /// The default schemas.
    package static let defaultSchemas = "Schemas"

    /// Names that are not protocols to conform to, each with its owner for a message.
    private let reservedNames: [String: String]

    /// Makes a parser.
    ///
    /// - Parameter reservedNames: Names that generated code reserves, each with its owner.
    package init(reservedNames: [String: String] = [:]) {
        self.reservedNames = reservedNames
    }

    /// Parses a configuration.
    ///
    /// - Returns: The configuration; nil, with the mistakes reported, if it is invalid.
    package func parse(
        _ root: YAMLNode?,
        of file: SourceFile,
        diagnostics: inout [Diagnostic]
    ) -> ProjectConfiguration? {
        var context = ParseContext()
        defer { diagnostics += context.diagnostics }
        guard let root, !root.isNull else {
            context.report(
                .emptySchema,
                "the configuration is empty",
                at: file.start,
                hint: "write at least `output:`, the folder of the generated files"
            )
            return nil
        }
        guard var mapping = MappingReader(root, what: "the configuration", in: &context) else {
            return nil
        }
        let depfile = path("depfile", &mapping, in: &context)
        let fileLists = path("fileLists", &mapping, in: &context)
        let outputs = self.outputs(&mapping, in: &context)
        checkDistinct(outputs, in: &context)
        ImportRules(outputs).check(in: &context)
        guard context.diagnostics.isEmpty else { return nil }
        return ProjectConfiguration(
            outputs: outputs.map(\.value),
            depfile: depfile,
            fileLists: fileLists
        )
    }

    private func path(
        _ key: String,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> String? {
        mapping.optional(key).flatMap { place($0, what: key, in: &context)?.value }
    }

    /// The path of a file or a folder; an invalid path is a mistake.
    private func place(
        _ node: YAMLNode,
        what: String,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let path = context.text(node, what: what) else { return nil }
        let problem: (message: String, hint: String)
        if path.value.isEmpty {
            problem = ("expected a path for \(what), found an empty string", "write a path")
        } else if path.value.unicodeScalars.contains("\0") {
            problem = ("a path cannot contain the character U+0000", "leave it out")
        } else if path.value == "~" || path.value.hasPrefix("~/") {
            problem = (
                "only a shell expands '~' to a home folder",
                "write the path relative to the folder of this file"
            )
        } else {
            return path
        }
        context.report(.invalidValue, problem.message, at: path.range, hint: problem.hint)
        return nil
    }

    private func outputs(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [Located<ProjectConfiguration.Output>] {
        guard let pair = mapping.pair("outputs") else {
            let output = output(&mapping, isOnlyOne: true, in: &context)
            mapping.finish(in: &context)
            return output.map { [$0] } ?? []
        }
        reportBeside(pair, &mapping, in: &context)
        mapping.finish(in: &context)
        guard case .sequence(let elements) = pair.value.content, !elements.isEmpty else {
            context.reportKind(
                of: pair.value,
                what: "outputs",
                expected: "a list",
                hint: "write each as `- output: Sources/App/Generated`"
            )
            return []
        }
        return elements.compactMap { element in
            guard var mapping = MappingReader(element, what: "an output", in: &context) else {
                return nil
            }
            let output = output(&mapping, in: &context)
            mapping.finish(in: &context)
            return output
        }
    }

    /// Reports settings of a single output next to a list of outputs.
    private func reportBeside(
        _ outputs: YAMLPair,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        for key in Vocabulary.keysOfOutputs {
            guard let pair = mapping.pair(key) else { continue }
            context.report(
                .unknownKey,
                "'\(key)' cannot be used next to 'outputs': each output sets its own",
                at: pair.key.range,
                notes: [Diagnostic.Note("the outputs are here", at: outputs.key.range)],
                hint: "move it into the elements of `outputs:`"
            )
        }
    }

    private func output(
        _ mapping: inout MappingReader,
        isOnlyOne: Bool = false,
        in context: inout ParseContext
    ) -> Located<ProjectConfiguration.Output>? {
        var schemas = [Self.defaultSchemas]
        var places: [SourceRange] = []
        if let node = mapping.optional("schemas") {
            let nodes: [YAMLNode] =
                if case .sequence(let elements) = node.content { elements } else { [node] }
            let located = nodes.compactMap { place($0, what: "schemas", in: &context) }
            schemas = located.map(\.value)
            places = located.map(\.range)
            if nodes.isEmpty {
                context.report(
                    .invalidValue,
                    "the list of schemas needs at least one",
                    at: node.range
                )
            }
        }
        let access = mapping.optional("access").flatMap {
            context.word($0, what: "access", as: ProjectConfiguration.AccessLevel.self)
        }
        let grouping = mapping.optional("grouping").flatMap {
            context.word($0, what: "grouping", as: ProjectConfiguration.Grouping.self)
        }
        let isServer = mapping.optional("server").flatMap { context.bool($0, what: "server") }
        let templates = path("templates", &mapping, in: &context)
        let conformances = conformances(&mapping, in: &context)
        let module = mapping.optional("module").flatMap { moduleName($0, in: &context)?.value }
        let budget = mapping.optional("budget").flatMap { BudgetParser.budget($0, in: &context) }
        let imports = isOnlyOne ? [] : imports(&mapping, in: &context)
        let folder = mapping.required(
            "output",
            hint: "write `output: Sources/App/Generated`"
        ).flatMap { place($0, what: "output", in: &context) }
        guard let folder else { return nil }
        if let problem = OutputPlace.problem(of: folder.value, schemas: schemas) {
            context.report(.invalidValue, problem.message, at: folder.range, hint: problem.hint)
        }
        var output = ProjectConfiguration.Output(
            schemas: schemas,
            output: folder.value,
            access: access ?? .public,
            grouping: grouping ?? .declaration,
            isServer: isServer ?? false,
            templates: templates,
            conformances: conformances,
            module: module,
            imports: imports.map(\.value)
        )
        output.schemaPlaces = places
        output.importPlaces = imports.map(\.range)
        output.budget = budget
        return Located(output, at: folder.range)
    }

    private func moduleName(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let name = context.text(node, what: "a module") else { return nil }
        guard !ProjectConfiguration.Output.isModuleName(name.value) else { return name }
        context.report(
            .invalidValue,
            "expected the name of a module, found '\(name.value.shortened(to: 60))'",
            at: name.range,
            hint: "write it as in an `import`: letters, digits and '_'"
        )
        return nil
    }

    private func imports(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [Located<String>] {
        guard let node = mapping.optional("imports") else { return [] }
        let nodes: [YAMLNode] =
            if case .sequence(let elements) = node.content { elements } else { [node] }
        var seen: Set<String> = []
        return nodes.compactMap { moduleName($0, in: &context) }.filter { name in
            guard !seen.insert(name.value).inserted else { return true }
            context.report(.invalidValue, "'\(name.value)' is listed twice", at: name.range)
            return false
        }
    }

    private func conformances(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> [String] {
        guard let node = mapping.optional("conforms") else { return [] }
        var seen: Set<String> = []
        let found = TraitsParser.conformances(node, in: &context)
        let names = Set(found.map { Conformance.bareName($0.value) })
        for name in found {
            let bare = Conformance.bareName(name.value)
            let problem =
                seen.insert(bare).inserted
                ? Conformance.problem(bare, beside: names)
                    ?? Conformance.problem(name.value, reservedNames: reservedNames)
                : Conformance.Problem(message: "'\(name.value)' is listed twice")
            if let problem {
                context.report(
                    .invalidConformance,
                    problem.message,
                    at: name.range,
                    hint: problem.hint
                )
            }
        }
        return found.map(\.value)
    }

    /// Each output deletes other files in its folder, so no folder may equal or contain another.
    private func checkDistinct(
        _ outputs: [Located<ProjectConfiguration.Output>],
        in context: inout ParseContext
    ) {
        for (index, output) in outputs.enumerated() {
            let parts = OutputPlace.comparableParts(of: output.value.output)
            for other in outputs[..<index] {
                let otherParts = OutputPlace.comparableParts(of: other.value.output)
                guard parts.starts(with: otherParts) || otherParts.starts(with: parts) else {
                    continue
                }
                let name = output.value.output.shortened(to: 80)
                context.report(
                    .invalidValue,
                    parts == otherParts
                        ? "two outputs use the folder '\(name)', and each would delete the other's "
                            + "files"
                        : """
                        the outputs '\(name)' and '\(other.value.output.shortened(to: 80))' are \
                        nested
                        """,
                    at: output.range,
                    notes: [Diagnostic.Note("the other is here", at: other.range)],
                    hint: "use a separate folder for each"
                )
                break
            }
        }
    }
}
