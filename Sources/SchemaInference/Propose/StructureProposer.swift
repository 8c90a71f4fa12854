import SchemaImport

/// Proposes the structures of objects, and the declarations that their properties need.
struct StructureProposer {
    /// The maximum number of properties of an inline object, including nested ones.
    private static let inlineLimit = 7

    let graph: ShapeGraph
    let settings: ProposalSettings
    private let uses: ShapeUses
    private let naming: PropertyNaming
    private(set) var table: NameTable
    /// The keys of each structure's properties, in order.
    private(set) var propertyKeys: [String: [String]] = [:]
    /// The names of objects.
    private var names: [Int: String] = [:]
    /// The names of bodies that are not objects, by their roots.
    private var bodyNames: [Int: String] = [:]
    private var waiting: [Int] = []
    private var identities: [String: ProposedIdentity] = [:]
    private(set) var declarations: [ProposedDeclaration] = []
    var choices = ChoiceProposer()

    init(
        _ graph: ShapeGraph,
        _ uses: ShapeUses,
        _ naming: PropertyNaming,
        _ settings: ProposalSettings
    ) {
        self.graph = graph
        self.uses = uses
        self.naming = naming
        self.settings = settings
        table = NameTable(reserved: settings.reservedNames, taken: settings.takenNames)
    }

    // MARK: - Names

    /// Reserves a name similar to the given one.
    mutating func takeName(_ name: String, or word: String = "Value") -> String {
        table.take(name, or: word)
    }

    /// Names bodies: objects, or unions that contain objects.
    mutating func nameRoots(_ kinds: [LearnedBodies]) {
        for (root, kind) in zip(graph.roots, kinds) {
            let form = BodyForm(of: kind)
            let isUnion = form == .mixed || form == .list
            if isUnion { bodyNames[root] = takeName(kind.typeName ?? "Root", or: "Body") }
            for record in ShapeUses.records(in: root, graph) where names[record] == nil {
                if kind.origins.areRecorded { nameContent(of: record, kind) }
                let name = rootName(of: record, kind)
                names[record] = takeName(isUnion ? name + "Object" : name, or: "Body")
            }
        }
    }

    /// Names the object in the envelope of a recorded body after the body.
    private mutating func nameContent(of record: Int, _ kind: LearnedBodies) {
        guard let content = graph.content(ofEnvelope: record), names[content] == nil,
            let name = kind.itemName
        else { return }
        names[content] = takeName(name)
    }

    private func rootName(of record: Int, _ kind: LearnedBodies) -> String {
        guard let stem = kind.typeName else { return "Root" }
        if kind.origins.areRecorded, kind.itemName == stem,
            graph.content(ofEnvelope: record) != nil
        {
            return stem + "Body"
        }
        // An envelope around a type of the same name: an issue event contains an issue.
        let isAround = graph[record].members.contains { member in
            NameTable.typeName(NounForm.singular(member.key)) == stem && member.key != "id"
                && !ShapeUses.records(in: member.node, graph).isEmpty
        }
        if isAround, !kind.isNamed {
            return stem + (graph[record].keys.contains("action") ? "Event" : "Body")
        }
        return stem
    }

    /// Names objects that are recursive or used in several places.
    mutating func nameShared() {
        let shared = SharedNames(graph, uses)
        for record in uses.order where names[record] == nil {
            let isShared = (uses.uses[record]?.count ?? 0) > 1
            if isShared || contains(record, itself: record) {
                names[record] = takeName(shared.name(of: record))
            }
        }
    }

    private func contains(_ node: Int, itself record: Int) -> Bool {
        var seen: Set<Int> = []
        var waiting = [node]
        while let node = waiting.popLast() {
            for member in graph[node].members {
                for inner in ShapeUses.records(in: member.node, graph) {
                    if inner == record { return true }
                    if names[inner] == nil, seen.insert(inner).inserted { waiting.append(inner) }
                }
            }
        }
        return false
    }

    /// The number of an object's properties, including those of nested unnamed objects.
    private func size(of record: Int, depth: Int = 0) -> Int {
        guard depth < 3 else { return Self.inlineLimit + 1 }
        return graph[record].members.reduce(0) { sum, member in
            let inner = ShapeUses.records(in: member.node, graph).filter { names[$0] == nil }
            return sum + 1 + inner.reduce(0) { $0 + size(of: $1, depth: depth + 1) }
        }
    }

    /// The name of a declared object.
    mutating func name(of record: Int, key: String, owner: String) -> String {
        let record = graph.find(record)
        if let name = names[record] {
            queue(record)
            return name
        }
        let wanted = NameTable.typeName(NounForm.singular(key)) ?? "Item"
        let isGeneral = [
            "Data", "Item", "Value", "Object", "Detail", "Info", "Attribute", "Option", "Entry",
            "Element", "Node", "Result", "Content", "Meta", "Metadata", "Setting", "Parent",
        ].contains(wanted)
        // Elements are named after their list.
        if isGeneral, owner.hasSuffix("List"), table.isFree(String(owner.dropLast(4))) {
            names[record] = takeName(String(owner.dropLast(4)))
            return self.name(of: record, key: key, owner: owner)
        }
        let name =
            !isGeneral && table.isFree(wanted)
            ? takeName(wanted) : takeName(owner + wanted)
        names[record] = name
        queue(record)
        return name
    }

    private mutating func queue(_ record: Int) {
        guard !isProposed.contains(record) else { return }
        isProposed.insert(record)
        waiting.append(record)
    }

    private var isProposed: Set<Int> = []

    // MARK: - Declarations

    /// The type of a whole body.
    mutating func type(ofBody root: Int, _ kind: LearnedBodies) -> ProposedType? {
        var bodies = BodyTypes(TypeProposer(proposer: self))
        let type = bodies.type(of: root, kind, named: bodyNames[root])
        self = bodies.types.proposer
        return type
    }

    /// Proposes all named objects, and those reachable from them.
    mutating func proposeWaiting() {
        while !waiting.isEmpty {
            let record = waiting.removeFirst()
            guard let name = names[record] else { continue }
            propose(record, named: name)
        }
        declarations += choices.declarations
        refer()
    }

    private mutating func propose(_ record: Int, named name: String) {
        let node = graph[record]
        if let tag = TagFinder.tag(of: node) {
            propose(record, named: name, by: tag)
            return
        }
        let identity = identity(of: record, named: name)
        let properties = properties(
            of: record,
            owner: name,
            identity: identity?.key,
            members: node.members,
            objects: node.values.objects
        )
        propertyKeys[name] = node.members.map(\.key).filter { $0 != identity?.key }
        let structure = ProposedStructure(
            identity: identity?.identity,
            properties: properties
        )
        let body: ProposedDeclaration.Body =
            identity == nil ? .value(structure) : .entity(structure)
        if let identity { identities[name] = identity.identity }
        let count = node.values.objects
        let comments = [count == 1 ? "1 object" : "\(count) objects"]
        declarations.append(ProposedDeclaration(name, comments: comments, body))
    }

    /// Proposes a union, with a structure for each of its tags.
    private mutating func propose(_ record: Int, named name: String, by tag: TagFinder.Tag) {
        let node = graph[record]
        let caseNames = NameTable.caseNames(for: tag.groups.map(\.text))
        var cases: [ProposedUnion.Case] = []
        for (caseName, (text, group)) in zip(caseNames, tag.groups) {
            let type = takeName(name + (NameTable.typeName(text) ?? "Case"))
            let members = node.members.compactMap { member -> ShapeGraph.Member? in
                guard member.key != tag.key, let presence = group.presence[member.key] else {
                    return nil
                }
                var member = member
                member.presence = presence
                return member
            }
            let properties = properties(
                of: record,
                owner: type,
                identity: nil,
                members: members,
                objects: group.count
            )
            let value = ProposedStructure(properties: properties)
            declarations.append(ProposedDeclaration(type, .value(value)))
            var declared = ProposedUnion.Case(name: caseName, type: .name(type), tag: text)
            declared.remark = "\(group.count) of \(node.values.objects)"
            cases.append(declared)
        }
        let union = ProposedUnion(discriminator: tag.key, cases: cases)
        declarations.append(ProposedDeclaration(name, .union(union)))
    }

    // MARK: - Properties

    /// The properties of an object.
    private mutating func properties(
        of record: Int,
        owner: String,
        identity: String?,
        members: [ShapeGraph.Member],
        objects: Int
    ) -> [ProposedProperty] {
        let rest = members.filter { $0.key != identity }
        let keys = (identity.map { [$0] } ?? []) + rest.map(\.key)
        let named = naming.named(keys).dropFirst(identity == nil ? 0 : 1)
        return zip(rest, named).map { member, named in
            property(member, named, owner: owner, objects: objects)
        }
    }

    private mutating func property(
        _ member: ShapeGraph.Member,
        _ named: PropertyNaming.Named,
        owner: String,
        objects: Int
    ) -> ProposedProperty {
        var types = TypeProposer(proposer: self)
        let found = types.value(
            of: member.node,
            key: member.key,
            owner: owner,
            property: named.name,
            mayBeInline: true
        )
        self = types.proposer
        let isOptional = member.presence < objects
        let nulls = member.nulls
        var type = nulls > 0 ? found.type.nullable : found.type
        // `JSON` includes null, so an optional property cannot distinguish null from missing.
        if isOptional, nulls > 0, found.type == .json { type = .optional(.name(anyValue())) }
        var property = ProposedProperty(named.name, isOptional: isOptional, type)
        property.key = named.key
        property.json = found.json
        property.formats = found.formats
        property.properties = found.properties
        var remarks: [String] = []
        if isOptional { remarks.append("in \(member.presence) of \(objects)") }
        let count = member.count
        if nulls > 0, nulls < count { remarks.append("null in \(nulls) of \(count)") }
        if nulls > 0, nulls == count { remarks.append("always null") }
        if let remark = found.remark { remarks.append(remark) }
        property.remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
        return property
    }

    /// The properties of an inline object; nil if it needs a name.
    mutating func inlineProperties(
        of record: Int,
        owner: String,
        property: String
    ) -> [ProposedProperty]? {
        let node = graph[record]
        guard names[record] == nil, size(of: record) <= Self.inlineLimit,
            identity(of: record, named: "") == nil, TagFinder.tag(of: node) == nil
        else { return nil }
        let name = owner + property.prefix(1).uppercased() + property.dropFirst()
        guard name.count <= 100,
            property.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            table.takeExactly(name)
        else { return nil }
        return properties(
            of: record,
            owner: name,
            identity: nil,
            members: node.members,
            objects: node.values.objects
        )
    }

    // MARK: - Identities

    private func identity(of record: Int, named name: String) -> IdentityGuess? {
        if let entities = settings.entities, !entities.contains(name) { return nil }
        return IdentityGuess(of: graph[record], in: graph, naming)
    }

    /// Converts properties named after an entity to references: `user_id` for a `User`.
    private mutating func refer() {
        let identities = identities
        for index in declarations.indices {
            switch declarations[index].body {
            case .entity(var structure):
                structure.properties = structure.properties.map { $0.referring(to: identities) }
                declarations[index].body = .entity(structure)
            case .value(var structure):
                structure.properties = structure.properties.map { $0.referring(to: identities) }
                declarations[index].body = .value(structure)
            default: break
            }
        }
    }
}
