import Diagnostics
import YAMLTree

/// Converts OpenAPI 3 and Swagger 2.0 documents to a proposed schema.
package struct OpenAPIImporter {
    private let options: ImportOptions

    /// Creates an importer.
    package init(options: ImportOptions = ImportOptions()) {
        self.options = options
    }

    /// Imports documents.
    ///
    /// - Parameters:
    ///   - paths: The files; those that are not documents are only used for references.
    ///   - source: The source of these files and of those that they refer to.
    /// - Returns: The schema and the findings.
    package func propose(_ paths: [String], from source: some DocumentSource) -> ImportResult {
        var context = ImportContext(options, from: source)
        var result = ImportResult(schema: nil, diagnostics: [], files: [])
        let documents = documents(paths, &context)
        if !documents.isEmpty {
            var selection = ImportSelection(options)
            let schema = propose(documents, &selection, &context, &result)
            let components = documents.flatMap(\.components) + selection.foreign
            let repair = SchemaRepair(
                reservedNames: options.reservedNames,
                origins: context.origins
            )
            // Usually nothing needs repair, which one check confirms.
            options.onStep(.checking)
            var repaired = schema
            var whole = concluded(schema, repair, &context)
            if whole == nil {
                repaired = repair.repaired(schema, &context.reading.findings)
                if !options.includesUnused {
                    repaired = ImportCounts.withoutUnused(repaired, before: schema)
                }
                let lost = ImportCounts.lost(in: repaired, before: schema)
                context.imported.removeAll { lost.contains($0.name) }
                whole = concluded(repaired, repair, &context) ?? repaired
            }
            result.schema = whole
            result.operations.imported = context.imported.count
            result.schemas = ImportCounts.schemas(
                components.filter {
                    context.usage.referred.contains($0.place) || selection.takes($0.place)
                },
                before: schema,
                repaired: repaired,
                &context
            )
            result.mistakes = selection.mistakes(context.renames)
            result.mistakes += entityMistakes(result, context)
        }
        result.diagnostics = context.reading.findings.diagnostics
        result.files = context.reading.documents.files
        return result
    }

    private func documents(
        _ paths: [String],
        _ context: inout ImportContext
    ) -> [OpenAPIDocument] {
        var documents: [OpenAPIDocument] = []
        var others: [String] = []
        for path in DocumentSet.distinct(paths) {
            options.onStep(.reading(path))
            let root = context.reading.documents.root(of: path, &context.reading.findings)
            if let root, let document = OpenAPIDocument(path: path, root: root) {
                documents.append(document)
            } else if root != nil {
                others.append(path)
            }
        }
        for path in others where !documents.isEmpty {
            context.report(
                .notADocument,
                "expected `openapi:` or `swagger:` at the root of the document",
                at: SourceFile(path: path, bytes: []).start,
                hint: "leave out a file that a document refers to: it is found by the reference"
            )
        }
        if documents.isEmpty, let problem = wrongVersion(paths, &context) {
            context.report(.notADocument, problem.message, at: problem.range, hint: problem.hint)
        }
        let hasErrors = context.reading.findings.diagnostics.contains { $0.severity == .error }
        if documents.isEmpty, !hasErrors, let path = paths.first {
            context.report(
                .notADocument,
                "expected an OpenAPI 3 or Swagger 2.0 document, with `openapi:` or `swagger:` at its root",
                at: SourceFile(path: path, bytes: []).start
            )
        }
        return documents
    }

    /// The kind of a file that is not a supported document; nil if unknown.
    private func wrongVersion(
        _ paths: [String],
        _ context: inout ImportContext
    ) -> (message: String, range: SourceRange, hint: String?)? {
        for path in paths {
            let root = context.reading.documents.root(of: path, &context.reading.findings)
            for key in ["openapi", "swagger"] {
                guard let version = root?[key] else { continue }
                let found = version.text?.quoted ?? "no string"
                return (
                    "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, found \(found)",
                    version.range, nil
                )
            }
            if let version = root?["$schema"] {
                return (
                    "this is a JSON Schema, not an OpenAPI 3 or Swagger 2.0 document",
                    version.range, "import it with `repogen import jsonschema`"
                )
            }
        }
        return nil
    }

    private func propose(
        _ documents: [OpenAPIDocument],
        _ selection: inout ImportSelection,
        _ context: inout ImportContext,
        _ result: inout ImportResult
    ) -> ProposedSchema {
        var schema = ProposedSchema(header: header(documents))
        var services: [Service] = []
        for document in documents {
            let all = document.operations(&context.reading)
            selection.note(document, all, &context.reading)
            let operations = all.filter(selection.takes)
            result.operations.total += operations.count
            let security = SecurityTranslator(document, operations, &context.reading)
            services.append(
                Service(document: document, operations: operations, security: security)
            )
            context.usage.noteSubtypes(document.components, &context.reading)
            for operation in operations {
                context.usage.walk(operation.node, &context.reading)
                for parameter in operation.parameters {
                    context.usage.walk(parameter.node, &context.reading)
                }
            }
            for (place, _) in document.components where selection.takes(place) {
                context.usage.walk(component: place, &context.reading)
            }
            if let webhooks = document.root["webhooks"] {
                context.report(
                    .leftOut,
                    "webhooks are requests to the client, and are left out",
                    at: webhooks.range
                )
            }
        }
        for (place, _) in selection.foreign {
            context.usage.walk(component: place, &context.reading)
        }
        context.naming = PropertyNaming(counts: context.usage.keys)
        let taken = (documents.flatMap(\.components) + selection.foreign).filter { place, _ in
            context.usage.referred.contains(place) || selection.takes(place)
        }
        // They follow the order of the document, regardless of their uses.
        for (order, (place, node)) in taken.enumerated() {
            context.order[context.name(ofComponent: place, node)] = order
        }
        let groups = ServiceGroup.groups(services, &context)
        context.isOfOneService = groups.count == 1
        if !context.isOfOneService, !options.onlyEndpoints, let other = documents.last {
            context.report(
                .concluded,
                "the documents describe several services, so no entities, repositories and pages "
                    + "are inferred",
                at: (other.root["info"] ?? other.root).range,
                hint: "import each service into a schema of its own"
            )
        }
        schema.apis = groups.flatMap(\.apis)
        if schema.apis.count > 1 { schema.api = schema.apis.first?.name }
        for group in groups {
            schema.declarations += endpoints(group, besides: schema.api, &context)
        }
        for (place, node) in taken
        where context.components[place] == nil && selection.takes(place)
            && !context.mixins.contains(place)
        {
            _ = TypeTranslator.translate(place, node, &context)
        }
        schema.declarations += context.ordered()
        return CommonParameters(schema, context)
            .moved(keepsUnused: options.includesUnused, &context.reading.findings)
    }

    /// The schema with entities, repositories and pages, to the extent that they are valid; nil if
    /// even the imported schema is invalid.
    private func concluded(
        _ schema: ProposedSchema,
        _ repair: SchemaRepair,
        _ context: inout ImportContext
    ) -> ProposedSchema? {
        // Several services with separate vocabularies may have unrelated paths.
        guard context.isOfOneService, !options.onlyEndpoints else { return nil }
        let naming = context.naming
        let others = schema.declarations.compactMap { declaration in
            if case .endpoint(let body) = declaration.body, body.api != nil {
                declaration.name
            } else {
                nil
            }
        }
        let proposal = EntityProposal(
            schema,
            // Endpoints of another API do not belong to this repository.
            context.imported.filter { !others.contains($0.name) },
            key: naming.key,
            forced: Set(options.entities.flatMap { context.names(ofComponent: $0) }),
            keepsUnused: options.includesUnused
        )
        let concluded = EntityConclusion(proposal, repair).schema(context.names)
        guard let concluded else { return nil }
        for (name, message) in EntityProposal.conclusions(of: concluded) {
            guard let origin = context.origins[name] else { continue }
            context.report(.concluded, message, at: origin)
        }
        let kept = Set(concluded.declarations.map(\.name))
        for declaration in schema.declarations where !kept.contains(declaration.name) {
            guard case .endpoint(let body) = declaration.body, body.isAnonymous,
                let origin = context.origins[declaration.name]
            else { continue }
            context.reading.findings.addRepeated(
                .simplified,
                "the operation needs no credentials, but its repository sends them",
                at: origin
            )
        }
        for (name, message) in proposal.lostConstraints(in: concluded) {
            guard let origin = context.origins[name] else { continue }
            context.report(.unchecked, message, at: origin)
        }
        for loss in RepositoryLosses(proposal.finder, in: concluded).all() {
            guard let origin = context.origins[loss.name] else { continue }
            context.reading.findings.addRepeated(loss.rule, loss.message, at: origin)
        }
        for (name, message) in proposal.obstacles() {
            guard let origin = context.origins[name] else { continue }
            context.report(.simplified, message, at: origin)
        }
        return concluded
    }

    /// The requested entities that are none.
    private func entityMistakes(
        _ result: ImportResult,
        _ context: ImportContext
    ) -> [ImportResult.Mistake] {
        guard let schema = result.schema else { return [] }
        return options.entities.compactMap { word -> ImportResult.Mistake? in
            guard !result.mistakes.contains(where: { $0.option == "entity" && $0.value == word })
            else { return nil }
            let names = context.names(ofComponent: word)
            let obstacles = names.map { EntityProposal.obstacle(to: $0, in: schema) }
            guard !obstacles.contains(nil) else { return nil }
            var reason = obstacles.last?.flatMap(\.self) ?? "it is not declared"
            if !context.isOfOneService { reason = "several services have no inferred entities" }
            if options.onlyEndpoints { reason = "entities are not inferred with --endpoints-only" }
            return .init(
                option: "entity",
                value: word,
                "'\(word)' cannot be an entity: \(reason)",
                like: nil,
                in: []
            )
        }
    }

    private func header(_ documents: [OpenAPIDocument]) -> [String] {
        documents.map { document in
            let info = document.root["info"]
            let title = info?["title"]?.sentence ?? "A service"
            let version = info?["version"]?.sentence.map { ", version \($0)" } ?? ""
            return "\(title)\(version), imported from \(fileName(document.path))."
        }
    }

    /// A relative path as given; the last component of an absolute one.
    private func fileName(_ path: String) -> String {
        path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) ?? path : path
    }

    // MARK: - Endpoints

    /// The endpoints of a service.
    ///
    /// - Parameters:
    ///   - group: The documents of the service.
    ///   - usual: The name of the default API, which endpoints omit.
    ///   - context: The state of the import.
    /// - Returns: The endpoints.
    private func endpoints(
        _ group: ServiceGroup,
        besides usual: String?,
        _ context: inout ImportContext
    ) -> [ProposedDeclaration] {
        let operations = group.services.flatMap { service in
            service.operations.map { (operation: $0, service: service) }
        }
        OperationCheck.report(operations.map(\.operation), &context)
        var endpoints: [ProposedDeclaration] = []
        let names = OperationNames.names(of: operations.map(\.operation))
        for (index, (operation, service)) in operations.enumerated() {
            options.onStep(.translating(index + 1, of: names.count))
            let name = context.take(names[index], operation.identity, or: "Request")
            let translator = OperationTranslator(security: service.security)
            guard var declaration = translator.declaration(of: operation, named: name, &context)
            else {
                continue
            }
            if case .endpoint(var endpoint) = declaration.body {
                let api = group.api(of: operation, in: service)
                endpoint.api = usual == nil || api == usual ? nil : api
                declaration.body = .endpoint(endpoint)
            }
            context.origins[name] = operation.methodNode.range
            context.imported.append(
                EntityFinder.Imported(
                    name: name,
                    method: operation.method,
                    path: operation.path,
                    identity: operation.identity
                )
            )
            endpoints.append(declaration)
        }
        return endpoints
    }
}
