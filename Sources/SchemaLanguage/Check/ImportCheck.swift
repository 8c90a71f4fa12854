import Diagnostics

/// Checks that only types are used from other outputs, and only from those that the output imports.
struct ImportCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        guard index.documents.contains(where: { $0.module != nil }) else { return [] }
        let modules = Modules(index)
        let types = index.writtenTypes.flatMap(\.names).compactMap { modules.unnamed($0) }
        let repositories = index.ownDocuments.flatMap(\.repositories).flatMap(\.kinds)
        let entities = repositories.compactMap { kind -> Diagnostic? in
            guard case .entity(let operations) = kind else { return nil }
            return operations.entity.flatMap(modules.unnamed)
        }
        return types + entities + index.ownDocuments.flatMap { modules.others(in: $0) }
    }

    /// The modules that declare names.
    private struct Modules {
        private var types: [String: SchemaDocument.Module] = [:]
        private var others: [String: (kind: SchemaIndex.Kind, module: String)] = [:]

        init(_ index: SchemaIndex) {
            for document in index.documents {
                guard let module = document.module else { continue }
                let headings =
                    document.enumerations.map(\.heading) + document.scalars.map(\.heading)
                    + document.unions.map(\.heading) + document.values.map(\.heading)
                    + document.entities.map(\.heading)
                for heading in headings { types[heading.name.value] = module }
                for api in document.apis { others[api.heading.name.value] = (.api, module.name) }
                for mixin in document.mixins {
                    others[mixin.heading.name.value] = (.mixin, module.name)
                }
            }
        }

        /// The problem with the name of a type; nil if there is none.
        func unnamed(_ name: Located<String>) -> Diagnostic? {
            guard let module = types[name.value], !module.isNamed else { return nil }
            return Diagnostic(
                rule: SchemaRule.unknownType,
                "'\(name.value)' is declared in the output of \(module.name), which is not imported",
                at: name.range,
                hint: "add \(module.name) to the `imports:` of this output"
            )
        }

        /// The problems with the names of APIs and mixins in a document.
        func others(in document: SchemaDocument) -> [Diagnostic] {
            let headings =
                document.enumerations.map(\.heading) + document.scalars.map(\.heading)
                + document.unions.map(\.heading) + document.values.map(\.heading)
                + document.entities.map(\.heading) + document.endpoints.map(\.heading)
            let apis = [document.api] + headings.map(\.api)
            let includes =
                document.values.flatMap(\.includes) + document.entities.flatMap(\.includes)
                + document.mixins.flatMap(\.includes)
            let named =
                apis.compactMap(\.self).map { ($0, SchemaRule.unknownAPI) }
                + includes.map { ($0, SchemaRule.unknownMixin) }
            return named.compactMap { name, rule in
                guard let (kind, module) = others[name.value] else { return nil }
                return Diagnostic(
                    rule: rule,
                    "'\(name.value)' is \(kind.rawValue) of the output of \(module), and only "
                        + "types can be imported",
                    at: name.range,
                    hint: "declare it in this output too, with another name"
                )
            }
        }
    }
}

extension SchemaIndex {
    /// All type expressions, with their places.
    var writtenTypes: [TypeExpression] {
        let properties = groups.flatMap(\.ownProperties)
        var types = properties.map(\.type)
        types += properties.flatMap(\.former).compactMap(\.type)
        types += documents.flatMap(\.entities).compactMap(\.identity?.type)
        types += documents.flatMap(\.unions).flatMap(\.cases).map(\.type)
        types += endpoints.flatMap { $0.requestTypes + $0.answers }
        types += repositoryFailures.map(\.type)
        return types
    }
}

extension TypeExpression {
    /// The type names in it.
    fileprivate var names: [Located<String>] {
        switch form {
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.names
        case .name(let name, _): [Located(name, at: range)]
        case .unreadable: []
        }
    }
}

extension SchemaIndex {
    /// Whether a finding is that two imported outputs declare a type with one name, which is only
    /// known where both are imported.
    ///
    /// All other mistakes in imported declarations are reported in their own output.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - modules: The modules of imported files, by path.
    /// - Returns: Whether Swift code of this output could not name the type.
    func isAmbiguous(_ finding: Diagnostic, _ modules: [String: [SchemaDocument.Module]]) -> Bool {
        guard finding.rule == SchemaRule.duplicateDeclaration.rawValue,
            let first = finding.notes.first?.range, let own = modules[finding.range.path],
            let others = modules[first.path],
            Set((own + others).filter(\.isNamed).map(\.name)).count > 1
        else { return false }
        let places = [first, finding.range]
        let found = declarations.filter { places.contains($0.name.range) }
        return found.allSatisfy(\.kind.isType) && Set(found.map(\.name.value)).count == 1
    }
}
