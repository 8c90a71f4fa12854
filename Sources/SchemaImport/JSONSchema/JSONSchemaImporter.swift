import Diagnostics
import YAMLTree

/// Converts JSON Schemas, of draft 4 to 2020-12, to a proposed schema of values, enums and unions.
package struct JSONSchemaImporter {
    private let options: ImportOptions

    /// Creates an importer.
    package init(options: ImportOptions = ImportOptions()) {
        self.options = options
    }

    /// Imports schemas: each file, and the definitions in it.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - source: The source of these files and of those that they refer to.
    /// - Returns: The schema and the findings.
    package func propose(_ paths: [String], from source: some DocumentSource) -> ImportResult {
        var context = ImportContext(options, from: source)
        var result = ImportResult(schema: nil, diagnostics: [], files: [])
        let paths = DocumentSet.distinct(paths)
        let places = places(paths, &context)
        if !places.isEmpty {
            let schema = schema(places, paths, &context, &result)
            result.schema = schema
            if schema.declarations.isEmpty, result.mistakes.isEmpty {
                result.schemas.imported = 0
                for (place, node) in places where context.components[place] != nil {
                    context.report(
                        .leftOut,
                        "only objects, enums and unions can be declared; this is none of them",
                        at: node.range
                    )
                }
            }
        }
        result.diagnostics = context.reading.findings.diagnostics
        result.files = context.reading.documents.files
        return result
    }

    /// The named schemas: whole files, and those under their `$defs` or `definitions`.
    private func places(
        _ paths: [String],
        _ context: inout ImportContext
    ) -> [(place: DocumentPlace, node: YAMLNode)] {
        paths.flatMap { path -> [(place: DocumentPlace, node: YAMLNode)] in
            options.onStep(.reading(path))
            let root = context.reading.documents.root(of: path, &context.reading.findings)
            guard let root, root.isMapping else {
                if !context.reading.findings.diagnostics.contains(where: { $0.severity == .error })
                {
                    context.report(
                        .notADocument,
                        "expected a JSON Schema, which is an object",
                        at: root?.range ?? SourceFile(path: path, bytes: []).start
                    )
                }
                return []
            }
            var places = [(place: DocumentPlace(path: path, keys: []), node: root)]
            if SchemaObject(root).isShapeless { places = [] }
            if let version = root["openapi"] ?? root["swagger"], places.isEmpty {
                context.report(
                    .notADocument,
                    "this is an OpenAPI document, not a JSON Schema",
                    at: version.range,
                    hint: "import it with `repogen import openapi`"
                )
                return []
            }
            places += context.reading.documents.definitions(in: path)
            if places.isEmpty {
                context.report(
                    .notADocument,
                    "the JSON Schema describes no type, and has neither `$defs` nor `definitions`",
                    at: root.range
                )
            }
            return places
        }
    }

    private func schema(
        _ places: [(place: DocumentPlace, node: YAMLNode)],
        _ paths: [String],
        _ context: inout ImportContext,
        _ result: inout ImportResult
    ) -> ProposedSchema {
        context.usage.noteSubtypes(places, &context.reading)
        let wanted = places.filter { place, _ in
            options.only.isEmpty || place.keys.last.map(options.only.contains) == true
        }
        for (place, _) in wanted { context.usage.walk(component: place, &context.reading) }
        context.naming = PropertyNaming(counts: context.usage.keys)
        for (index, (place, node)) in wanted.enumerated() {
            context.order[context.name(ofComponent: place, node)] = index
        }
        for (place, node) in wanted {
            result.schemas.total += 1
            options.onStep(.translating(result.schemas.total, of: wanted.count))
            if context.components[place] == nil, !context.mixins.contains(place) {
                _ = TypeTranslator.translate(place, node, &context)
            }
            result.schemas.imported += 1
        }
        let known = places.compactMap(\.place.keys.last)
        result.mistakes = options.only.filter { !known.contains($0) }.map { word in
            ImportResult.Mistake(
                option: "only",
                value: word,
                "no definition is named \(word.quoted)",
                like: word,
                in: known
            )
        }
        result.mistakes += ImportSelection.mistakes(in: options.renames, context.renames)
        let names = paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        var schema = ProposedSchema(header: ["Imported from \(names.joined(separator: ", "))."])
        if let keys = context.naming.keys {
            // The style of keys is declared for an API.
            var api = ProposedAPI(name: context.names.take("Service", or: "API"))
            api.keys = keys
            schema.apis = [api]
        }
        schema.declarations = context.ordered()
        let repair = SchemaRepair(reservedNames: options.reservedNames, origins: context.origins)
        options.onStep(.checking)
        return repair.repaired(schema, &context.reading.findings)
    }
}
