package import SchemaImport

/// The proposal for bodies.
package struct BodyProposal: Sendable {
    /// The schema.
    package var schema: ProposedSchema
    /// The type of the bodies of each kind; nil if it cannot be declared.
    package var types: [ProposedType?]
    /// The keys of each structure's properties, in order.
    var keys: [String: [String]]
    /// The names in use.
    var table: NameTable
    /// The conversion of keys to property names.
    var naming: PropertyNaming
}

/// Converts the shapes of bodies to a schema.
package struct SchemaProposer {
    private let settings: ProposalSettings

    /// Creates a proposer.
    ///
    /// - Parameter settings: The settings.
    package init(_ settings: ProposalSettings = ProposalSettings()) {
        self.settings = settings
    }

    /// Proposes a schema.
    ///
    /// - Parameter learning: The learned shapes.
    /// - Returns: The schema, and the types of whole bodies in it.
    package func propose(_ learning: Learning) -> BodyProposal {
        propose(learning.kinds)
    }

    /// Proposes a schema.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of bodies.
    ///   - api: The API to name; nil if unknown.
    /// - Returns: The schema, and the types of whole bodies in it.
    func propose(_ kinds: [LearnedBodies], of api: ProposedAPI? = nil) -> BodyProposal {
        var graph = ShapeGraph(kinds)
        for (root, kind) in zip(graph.roots, kinds) where BodyForm(of: kind) == .object {
            // Some bodies are single, some in an array.
            let isBoth = kind.tree.root.kinds == [.object, .array]
            if isBoth, let element = graph[root].element { graph.unite(root, element) }
        }
        MapFinder.findMaps(in: &graph)
        graph.uniteContents(of: kinds)
        ShapeSharing.share(in: &graph)
        MapFinder.findMaps(in: &graph)
        let uses = ShapeUses(roots: graph.roots, in: graph)
        let naming =
            settings.naming
            ?? PropertyNaming(forKeys: uses.order.flatMap { graph[$0].members.map(\.key) })
        var writer = StructureProposer(graph, uses, naming, settings)
        writer.nameRoots(kinds)
        writer.nameShared()
        let types = zip(graph.roots, kinds).map { root, kind in
            writer.type(ofBody: root, kind)
        }
        writer.proposeWaiting()
        var schema = ProposedSchema(declarations: writer.declarations)
        for (type, kind) in zip(types, kinds) where !kind.origins.areRecorded {
            Self.noteNulls(among: kind, of: type, in: &schema)
        }
        if var api = api ?? (naming.keys == nil ? nil : ProposedAPI(name: "Service")),
            !writer.declarations.isEmpty || !api.servers.isEmpty
        {
            api.name = writer.takeName(api.name, or: "Service")
            api.keys = naming.keys
            schema.apis = [api]
        }
        return BodyProposal(
            schema: schema,
            types: types,
            keys: writer.propertyKeys,
            table: writer.table,
            naming: naming
        )
    }

    /// Adds the number of null bodies to the comments of a type, which cannot express them.
    private static func noteNulls(
        among kind: LearnedBodies,
        of type: ProposedType?,
        in schema: inout ProposedSchema
    ) {
        let count = kind.tree.nullBodies
        let index = schema.declarations.firstIndex { $0.name == type?.leafName }
        guard count > 0, let index else { return }
        let note = count == 1 ? "1 body is null" : "\(count) bodies are null"
        schema.declarations[index].comments.append(note)
    }
}

extension ShapeTree {
    /// The number of bodies that are null; each element of a top-level array is a body.
    fileprivate var nullBodies: Int {
        root.nulls + (root.element.map { self[$0].nulls } ?? 0)
    }
}
