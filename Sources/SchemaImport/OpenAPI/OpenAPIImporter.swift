import Diagnostics
import YAMLTree

/// Turns documents of OpenAPI 3 and Swagger 2.0 into a proposed schema.
package struct OpenAPIImporter {
    private let options: ImportOptions

    /// Makes an importer.
    package init(options: ImportOptions = ImportOptions()) {
        self.options = options
    }

    /// Imports documents.
    ///
    /// - Parameters:
    ///   - paths: The files; those among them that are no documents are there for references.
    ///   - source: Where these and the files that they refer to come from.
    /// - Returns: The schema, with what was found.
    package func propose(_ paths: [String], from source: some DocumentSource) -> ImportResult {
        var context = ImportContext(options, from: source)
        var result = ImportResult(schema: nil, diagnostics: [], files: [])
        let documents = documents(paths, &context)
        if !documents.isEmpty {
            let schema = propose(documents, &context, &result)
            let repair = SchemaRepair(
                reservedNames: options.reservedNames,
                origins: context.origins
            )
            // Nearly always there is nothing to repair, and one look says so.
            result.schema =
                concluded(schema, repair, documents, &context)
                ?? {
                    let repaired = repair.repaired(schema, &context.reading.findings)
                    return concluded(repaired, repair, documents, &context) ?? repaired
                }()
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
        for path in paths {
            let root = context.reading.documents.root(of: path, &context.reading.findings)
            if let root, let document = OpenAPIDocument(path: path, root: root) {
                documents.append(document)
            }
        }
        let hasErrors = context.reading.findings.diagnostics.contains { $0.severity == .error }
        if documents.isEmpty, !hasErrors, let path = paths.first {
            context.report(
                .notADocument,
                "expected a document of OpenAPI 3 or Swagger 2.0, with `openapi:` or `swagger:` at its top",
                at: SourceFile(path: path, bytes: []).start
            )
        }
        return documents
    }

    private func propose(
        _ documents: [OpenAPIDocument],
        _ context: inout ImportContext,
        _ result: inout ImportResult
    ) -> ProposedSchema {
        var schema = ProposedSchema(header: header(documents))
        var services: [Service] = []
        for document in documents {
            let all = document.operations(&context.reading)
            let operations = all.filter(isWanted)
            result.operations.total += operations.count
            let security = SecurityTranslator(document, operations, &context.reading)
            services.append(Service(document, operations, security))
            context.usage.noteSubtypes(document.components, &context.reading)
            for operation in operations {
                context.usage.walk(operation.node, &context.reading)
                for parameter in operation.parameters {
                    context.usage.walk(parameter.node, &context.reading)
                }
            }
            for (place, node) in document.components where isTaken(place, node) {
                context.usage.walk(component: place, &context.reading)
            }
            if let webhooks = document.root["webhooks"] {
                context.report(.leftOut, "webhooks are requests to the client", at: webhooks.range)
            }
        }
        context.naming = PropertyNaming(counts: context.usage.keys)
        nameComponents(documents, &context)
        for service in services {
            var api = ProposedAPI(name: apiName(service.document, &context))
            api.servers = ServerTranslator.servers(
                of: service.document,
                &context.reading.findings
            )
            api.doc = service.document.root["info"]?["description"]?.sentence
            api.keys = context.naming.keys
            api.authentication = service.security.credentials
            schema.apis.append(api)
        }
        for (service, api) in zip(services, schema.apis) {
            let endpoints = endpoints(
                service,
                api: documents.count > 1 ? api.name : nil,
                &context,
                &result
            )
            schema.declarations += endpoints
        }
        translateUnused(documents, &context)
        count(documents, &context, &result)
        schema.declarations += context.ordered()
        if documents.count > 1 { schema.api = schema.apis.first?.name }
        return schema
    }

    /// The schema with entities, repositories and pages, as far as the language takes them; nil where it takes
    /// not even what is imported.
    private func concluded(
        _ schema: ProposedSchema,
        _ repair: SchemaRepair,
        _ documents: [OpenAPIDocument],
        _ context: inout ImportContext
    ) -> ProposedSchema? {
        // Several services with one vocabulary each have paths that say nothing of one another.
        guard documents.count == 1, !options.onlyEndpoints else { return nil }
        let naming = context.naming
        let proposal = EntityProposal(
            schema,
            context.imported,
            key: naming.key,
            forced: Set(options.entities.flatMap { [$0, NameTable.typeName($0) ?? $0] }),
            keepsUnused: options.includesUnused
        )
        let concluded = EntityConclusion(proposal, repair).schema(context.names)
        guard let concluded else { return nil }
        for (name, message) in EntityProposal.conclusions(of: concluded) {
            guard let origin = context.origins[name] else { continue }
            context.report(.guessed, message, at: origin)
        }
        return concluded
    }

    /// A document with what is taken of it.
    private struct Service {
        let document: OpenAPIDocument
        let operations: [OpenAPIOperation]
        let security: SecurityTranslator

        init(
            _ document: OpenAPIDocument,
            _ operations: [OpenAPIOperation],
            _ security: SecurityTranslator
        ) {
            self.document = document
            self.operations = operations
            self.security = security
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

    /// A path as it is given; of one on this machine alone, its last part.
    private func fileName(_ path: String) -> String {
        path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) ?? path : path
    }

    private func apiName(_ document: OpenAPIDocument, _ context: inout ImportContext) -> String {
        let title = document.root["info"]?["title"]?.sentence ?? "Service"
        let noise: Set = ["api", "apis", "openapi", "swagger", "rest", "the", "specification"]
        let words = title.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let kept = words.filter { word in
            !noise.contains(word.lowercased()) && word.wholeMatch(of: /[vV]?[0-9.]+/) == nil
        }
        let wanted = (kept.isEmpty ? words : kept).prefix(4).joined(separator: " ")
        return context.names.take(context.renames[wanted] ?? wanted, or: "Service")
    }

    // MARK: - Selection

    private func isWanted(_ operation: OpenAPIOperation) -> Bool {
        options.only.isEmpty
            || options.only.contains { word in
                word.hasPrefix("/")
                    ? operation.path == word || operation.path.hasPrefix(word + "/")
                    : operation.tags.contains(word) || operation.identity == word
            }
    }

    private func isTaken(_ place: DocumentPlace, _ node: YAMLNode) -> Bool {
        options.includesUnused || place.keys.last.map(options.only.contains) == true
            || place.keys.last.map(options.entities.contains) == true
    }

    // MARK: - Names

    /// Names the components in the order of the document, whatever uses them first.
    private func nameComponents(_ documents: [OpenAPIDocument], _ context: inout ImportContext) {
        var order = 0
        for document in documents {
            for (place, node) in document.components
            where context.usage.referred.contains(place) || isTaken(place, node) {
                let name = context.name(ofComponent: place, node)
                context.order[name] = order
                order += 1
            }
        }
    }

    private func translateUnused(_ documents: [OpenAPIDocument], _ context: inout ImportContext) {
        for document in documents {
            for (place, node) in document.components
            where context.components[place] == nil && isTaken(place, node) {
                _ = TypeTranslator.translate(place, node, &context)
            }
        }
    }

    private func count(
        _ documents: [OpenAPIDocument],
        _ context: inout ImportContext,
        _ result: inout ImportResult
    ) {
        for document in documents {
            for (place, node) in document.components
            where context.usage.referred.contains(place) || isTaken(place, node) {
                result.schemas.total += 1
                // What others are composed of is in them.
                if context.components[place] != nil || context.usage.composed[place] != nil {
                    result.schemas.imported += 1
                } else {
                    context.report(
                        .leftOut,
                        "nothing that is imported needs the schema '\(place.keys.last ?? "")'",
                        at: node.range,
                        hint: "declare it with --all"
                    )
                }
            }
        }
    }

    // MARK: - Endpoints

    private func endpoints(
        _ service: Service,
        api: String?,
        _ context: inout ImportContext,
        _ result: inout ImportResult
    ) -> [ProposedDeclaration] {
        let translator = OperationTranslator(security: service.security)
        checkIdentities(service.operations, &context)
        var endpoints: [ProposedDeclaration] = []
        for operation in service.operations {
            let wanted = OperationNames.name(of: operation)
            let renamed =
                context.renames[wanted] ?? operation.identity.flatMap { context.renames[$0] }
            let name = context.names.take(renamed ?? wanted, or: "Request")
            guard var declaration = translator.declaration(of: operation, named: name, &context)
            else {
                continue
            }
            if case .endpoint(var endpoint) = declaration.body {
                endpoint.api = api
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
            result.operations.imported += 1
            endpoints.append(declaration)
        }
        return endpoints
    }

    /// Reports what two operations have in common that should tell them apart.
    private func checkIdentities(
        _ operations: [OpenAPIOperation],
        _ context: inout ImportContext
    ) {
        var identities: [String: OpenAPIOperation] = [:]
        var paths: [String: OpenAPIOperation] = [:]
        for operation in operations {
            if let identity = operation.identity,
                let first = identities.updateValue(operation, forKey: identity)
            {
                let range = operation.node["operationId"]?.range ?? operation.node.range
                context.report(
                    .duplicateOperation,
                    "'\(identity)' is the identity of \(first.method.uppercased()) \(first.path), too; "
                        + "this one gets a number",
                    at: range
                )
            }
            let form = operation.method + " " + operation.path.replacing(/\{[^}]*\}/, with: "{}")
            if let first = paths.updateValue(operation, forKey: form), first.path != operation.path
            {
                context.report(
                    .ambiguousPath,
                    "\(operation.method.uppercased()) '\(operation.path)' and '\(first.path)' differ only in the names of "
                        + "their parameters",
                    at: operation.pathNode.range
                )
            }
        }
    }
}
