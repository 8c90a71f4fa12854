package import SchemaImport

/// What bodies are proposed to be.
package struct BodyProposal: Sendable {
    /// The schema.
    package var schema: ProposedSchema
    /// For each kind of bodies the type of one of them; nil where it is none that can be declared.
    package var types: [ProposedType?]
    /// The keys of each structure's properties, in their order.
    var keys: [String: [String]]
    /// The names that are taken.
    var table: NameTable
    /// How properties are named after their keys.
    var naming: PropertyNaming
}

/// Makes a schema of the shapes of bodies.
package struct SchemaProposer {
    private let settings: ProposalSettings

    /// Makes a proposer.
    ///
    /// - Parameter settings: What is wanted of it.
    package init(_ settings: ProposalSettings = ProposalSettings()) {
        self.settings = settings
    }

    /// Proposes a schema.
    ///
    /// - Parameter learning: What was learned of bodies.
    /// - Returns: The schema, and what whole bodies are in it.
    package func propose(_ learning: Learning) -> BodyProposal {
        propose(learning.kinds)
    }

    /// Proposes a schema.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of bodies.
    ///   - api: The service that they are of, whose name is wanted; nil where that is not known.
    /// - Returns: The schema, and what whole bodies are in it.
    func propose(_ kinds: [LearnedBodies], of api: ProposedAPI? = nil) -> BodyProposal {
        var graph = ShapeGraph(kinds)
        for (root, kind) in zip(graph.roots, kinds) where BodyForm(of: kind) == .object {
            // Some bodies alone, and some in an array.
            let isBoth = kind.tree.root.kinds == [.object, .array]
            if isBoth, let element = graph[root].element { graph.unite(root, element) }
        }
        MapFinder.findMaps(in: &graph)
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
}
